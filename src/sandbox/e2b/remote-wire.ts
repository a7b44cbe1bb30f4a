import { Duplex } from 'node:stream'
import { GREETING, PAUSE } from './entrance.ts'
import { createLineReader } from './line-reader.ts'
import type { CommandListener, RemoteCommand, RemoteSandbox } from './remote.ts'

export interface RemoteWire {
  duplex: Duplex
  /** Output of the command before its greeting, or its complaint: the reason why Python, or the agent, did not start. */
  complaint(): string
}

/** Bytes before encoding: those of one line, and those of one request. */
const LINE_BYTES = 24_576
const REQUEST_BYTES = 8 * LINE_BYTES
const COMPLAINT_CHARACTERS = 2000

/** Starts a command that speaks in lines of base64, and gives its bytes. */
export async function createRemoteWire(sandbox: RemoteSandbox, command: string): Promise<RemoteWire> {
  let current: RemoteCommand | undefined
  const { duplex, untilRead } = openDuplex(() => current)
  const take = (next: RemoteCommand) => {
    current = next
    const end = () => {
      if (current === next && !duplex.destroyed) duplex.push(null)
    }
    void next.ended.then(end, end)
  }
  /** Joins the command anew. The command is silent until it hears of this, so no output is lost in between. */
  const joinAnew = async () => {
    const last = current
    if (!last) return
    take(await sandbox.join(last.pid, listener))
    await last.leave()
    await current?.send(`${PAUSE}\n`)
  }
  const onPause = () => void joinAnew().catch((error) => duplex.destroy(error))
  const { listener, complaint } = createListener({ duplex, untilRead, onPause })
  take(await sandbox.start(command, listener))
  return { duplex, complaint }
}

/** A duplex that writes to the current command; a producer that runs ahead of the reader can wait for `untilRead`. */
function openDuplex(command: () => RemoteCommand | undefined) {
  const held: (() => void)[] = []
  const letGo = () => {
    for (const one of held.splice(0)) one()
  }
  const duplex = new Duplex({
    // The end of the other side's output means that the program has ended.
    allowHalfOpen: false,
    readableHighWaterMark: REQUEST_BYTES,
    writableHighWaterMark: REQUEST_BYTES,
    read: letGo,
    writev: (chunks, done) => {
      const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk))
      sendAll(bytes, command).then(() => done(), done)
    },
    destroy: (error, done) => {
      letGo()
      void command()
        ?.leave()
        .catch(() => {})
      done(error)
    },
  })
  const untilRead = (): void | Promise<void> => {
    if (duplex.readableLength < REQUEST_BYTES || duplex.destroyed) return undefined
    return new Promise<void>((resolve) => held.push(resolve))
  }
  return { duplex, untilRead }
}

interface Hearing {
  duplex: Duplex
  untilRead(): void | Promise<void>
  onPause(): void
}

function createListener({ duplex, untilRead, onPause }: Hearing) {
  let complaint = ''
  let hasGreeted = false
  const complain = (text: string) => {
    complaint = (complaint + text).slice(0, COMPLAINT_CHARACTERS)
  }
  const read = createLineReader((line) => {
    if (!hasGreeted) {
      hasGreeted = line === GREETING
      if (!hasGreeted) complain(`${line}\n`)
    } else if (line === PAUSE) onPause()
    else duplex.push(Buffer.from(line, 'base64'))
  })
  const listener: CommandListener = {
    onStdout: (text) => {
      if (read(text)) return untilRead()
      duplex.destroy(new Error('what the sandbox prints is not written by our agent'))
    },
    onStderr: complain,
  }
  return { listener, complaint: () => complaint }
}

async function sendAll(bytes: Buffer, command: () => RemoteCommand | undefined): Promise<void> {
  for (let at = 0; at < bytes.length; at += REQUEST_BYTES) {
    const part = bytes.subarray(at, at + REQUEST_BYTES)
    let lines = ''
    for (let from = 0; from < part.length; from += LINE_BYTES) {
      lines += `${part.subarray(from, from + LINE_BYTES).toString('base64')}\n`
    }
    await command()?.send(lines)
  }
}

import type { LostPart } from '../contract/attempt-state.ts'
import type { TerminalSize } from '../contract/terminal.ts'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import { takeBackVolumes } from './attempts.ts'
import type { LoadedSession } from './loaded-session.ts'

/** A shell with a terminal in the sandbox of a session. */
export interface Shell {
  /** Held back to the pace at which it is read. */
  output: ReadableStream<Uint8Array>
  write(text: string): Promise<void>
  resize(size: TerminalSize): Promise<void>
  /** Resolves when no process of it is left and the volumes have its changes. */
  ended: Promise<{ exitCode: number | null; lost: LostPart[] }>
}

interface ShellWish {
  size: TerminalSize
  /** Time without keys and output after which it ends; 0 means never. */
  idleMs: number
  /** Ends it. */
  signal: AbortSignal
}

const SHELL = ['/bin/bash', '-i']

export async function openShell(session: LoadedSession, { size, idleMs, signal }: ShellWish): Promise<Shell> {
  const { live, row, volumes } = session
  const { sandbox } = live
  await volumes?.refresh()
  const since = await sandbox.now()
  const cwd = row.settings.cwd ?? WORKSPACE
  const process = await sandbox.start(SHELL, { pty: size, cwd, endsWhole: true })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const over = Promise.withResolvers<void>()
  const end = () => {
    over.resolve()
    // It may end in the same moment.
    process.signal('SIGKILL').catch(() => {})
  }
  const idle = idleMs > 0 ? setTimeout(end, idleMs) : undefined
  writer.closed.catch(end)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  process.onOutput(({ bytes }) => {
    idle?.refresh()
    // A reader who reads no more must not hold back a shell that is to end.
    return Promise.race([writer.write(bytes), over.promise]).catch(() => {})
  })
  const ended = async () => {
    const { exitCode } = await process.exited
    over.resolve()
    clearTimeout(idle)
    signal.removeEventListener('abort', end)
    writer.close().catch(() => {})
    await sandbox.endStrays({ since })
    return { exitCode, lost: await takeBackVolumes(session) }
  }
  return {
    output: readable,
    write: async (text) => {
      idle?.refresh()
      await process.write(Buffer.from(text))
    },
    resize: (to) => process.resize(to),
    ended: ended(),
  }
}

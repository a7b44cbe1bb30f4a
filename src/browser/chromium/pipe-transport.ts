import type { ConnectOverCDPTransport } from 'playwright-core'
import type { Process } from '../../sandbox/process.ts'

/** Chromium ends each message with this byte. */
const END = 0
const LONGEST_COMPLAINT = 4000
/** A picture of a long page takes tens of megabytes; a browser that was taken over may send without end. */
const LONGEST_MESSAGE = 256 * 1024 * 1024

export interface PipeTransport extends ConnectOverCDPTransport {
  /** The end of what Chromium said on its standard error. */
  complaint(): string
}

/**
 * Chromium's control over the input and output of its process in the sandbox: no port and no socket that anything else could
 * reach.
 */
export function pipeTransport(process: Process): PipeTransport {
  let pieces: Uint8Array[] = []
  let held = 0
  const waiting: Buffer[] = []
  let complaint = ''
  let isClosed = false
  let sent: Promise<void> = Promise.resolve()
  const transport: PipeTransport = {
    send(message) {
      // A long message goes in pieces: one that is sent meanwhile must not come between them.
      const bytes = Buffer.from(`${JSON.stringify(message)}\0`)
      sent = sent.then(() => (isClosed ? undefined : process.write(bytes))).catch(() => {})
    },
    close() {
      isClosed = true
    },
    complaint: () => complaint,
  }
  /** One message in each turn of the loop: the driver attaches listeners between two of them. */
  const deliver = (whole: Buffer): void => {
    waiting.push(whole)
    if (waiting.length === 1) setImmediate(next)
  }
  const next = (): void => {
    const [whole] = waiting
    try {
      if (whole && !isClosed) transport.onmessage?.(JSON.parse(whole.toString('utf8')))
    } catch {
      giveUp('the browser sent a message that cannot be read')
    }
    waiting.shift()
    if (waiting.length > 0) setImmediate(next)
  }
  /** Nothing that a browser sends may harm the server: from here on nobody listens to it. */
  const giveUp = (reason: string): void => {
    if (isClosed) return
    isClosed = true
    pieces = []
    process.signal('SIGKILL').catch(() => {})
    transport.onclose?.(reason)
  }
  const take = (bytes: Uint8Array): void => {
    if (isClosed) return
    let rest = bytes
    for (let end = rest.indexOf(END); end >= 0; end = rest.indexOf(END)) {
      const whole = Buffer.concat([...pieces, rest.subarray(0, end)])
      pieces = []
      held = 0
      rest = rest.subarray(end + 1)
      deliver(whole)
    }
    if (rest.length === 0) return
    held += rest.length
    if (held > LONGEST_MESSAGE) giveUp('the browser sent a message without end')
    else pieces.push(Buffer.from(rest))
  }
  process.onOutput(({ stream, bytes }) => {
    if (stream === 'stdout') take(bytes)
    else complaint = `${complaint}${Buffer.from(bytes).toString('latin1')}`.slice(-LONGEST_COMPLAINT)
  })
  void process.exited.then(() => {
    if (isClosed) return
    isClosed = true
    transport.onclose?.('the browser ended')
  })
  return transport
}

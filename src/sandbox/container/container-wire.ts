import { Duplex } from 'node:stream'
import { createDemultiplexer } from './demultiplex.ts'

export interface ContainerWire {
  /** Stdin and stdout of the container's first process, which is the agent. */
  duplex: Duplex
  /** Output of the first process on stderr: the reason why Python, or the agent, did not start. */
  complaint(): string
}

const COMPLAINT_CHARACTERS = 2000

/** Reads from the engine no faster than its own reader, and holds writers back while the engine is behind. */
export function createContainerWire(attached: Duplex): ContainerWire {
  let complaint = ''
  const duplex = new Duplex({
    // The engine closes its side when the container has ended: nothing can be sent to it then.
    allowHalfOpen: false,
    read: () => void attached.resume(),
    write: (bytes: Buffer, _encoding, done) => {
      if (attached.write(bytes)) done()
      else attached.once('drain', done)
    },
    final: (done) => {
      attached.end()
      done()
    },
    destroy: (error, done) => {
      attached.destroy()
      done(error)
    },
  })
  const take = createDemultiplexer(({ stream, bytes }) => {
    if (stream === 'stdout') {
      if (!duplex.push(bytes)) attached.pause()
    } else if (complaint.length < COMPLAINT_CHARACTERS) complaint += bytes.toString('latin1')
  })
  attached.on('data', (chunk: Buffer) => {
    try {
      take(chunk)
    } catch (error) {
      duplex.destroy(error as Error)
    }
  })
  attached.on('end', () => void duplex.push(null))
  attached.on('error', (error) => void duplex.destroy(error))
  attached.on('close', () => void duplex.destroy())
  return { duplex, complaint: () => complaint }
}

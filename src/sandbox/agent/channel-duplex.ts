import { Duplex } from 'node:stream'
import type { Channel, ChannelEvents } from './link.ts'

/** Makes an ordinary stream of a connection of the sandbox; it reads and writes no faster than both ends allow. */
export function createChannelDuplex(join: (events: ChannelEvents) => Channel | Promise<Channel>): Promise<Duplex> {
  /** One entry per piece that arrived while the stream was not read: each takes room from its sender until then. */
  const held: (() => void)[] = []
  const letGo = () => {
    for (const one of held.splice(0)) one()
  }
  let channel: Channel | undefined
  const send = (bytes: Buffer, done: (error?: Error | null) => void) =>
    void channel?.send(bytes).then(() => done(), done)
  const duplex = new Duplex({
    allowHalfOpen: true,
    read: letGo,
    write: (bytes: Buffer, _encoding, done) => send(bytes, done),
    // An HTTP server writes one piece of an answer in four: they go as one, and its reader wakes up once.
    writev: (pieces, done) => send(Buffer.concat(pieces.map(({ chunk }) => chunk as Buffer)), done),
    final: (done) => {
      channel?.end()
      done()
    },
    destroy: (error, done) => {
      channel?.close()
      done(error)
    },
  })
  const events: ChannelEvents = {
    data: (bytes) => {
      if (duplex.push(bytes)) return undefined
      return new Promise<void>((resolve) => held.push(resolve))
    },
    end: () => void duplex.push(null),
    failed: (error) => void duplex.destroy(error),
  }
  return Promise.resolve(join(events)).then((joined) => {
    channel = joined
    return duplex
  })
}

import type { Readable, Writable } from 'node:stream'

/** Pipes, tells the target of failures of the source, and never cuts the source: whoever sent it still waits for an answer. */
export function flow<T extends Writable>(source: Readable, target: T): T {
  source.once('error', (error) => target.destroy(error))
  source.once('close', () => {
    if (!source.readableEnded) target.destroy(new Error('the sender went away'))
  })
  // It may fail before anybody reads it; whoever does is told then.
  target.on('error', () => {})
  source.pipe(target)
  return target
}

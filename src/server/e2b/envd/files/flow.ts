import type { Readable, Writable } from 'node:stream'

/** Pipes, passes failures of the source to the target, and never cuts the source: its sender still waits for an answer. */
export function flow<T extends Writable>(source: Readable, target: T): T {
  source.once('error', (error) => target.destroy(error))
  source.once('close', () => {
    if (!source.readableEnded) target.destroy(new Error('the sender went away'))
  })
  // The target may fail before anybody reads it; its reader sees the error then.
  target.on('error', () => {})
  source.pipe(target)
  return target
}

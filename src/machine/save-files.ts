import type { Life, LifeParts } from './life.ts'
import type { MachineSandbox } from './open-sandbox.ts'

/** Keeps the changes of a running machine as a layer above its own. */
export async function saveFiles(
  { layers }: Pick<LifeParts, 'layers'>,
  { life, sandbox }: { life: Life; sandbox: MachineSandbox },
  signal: AbortSignal,
): Promise<string> {
  return layers.add(life.record.info.userId, unlessAborted(sandbox.control.changes(), signal))
}

/** Stops waiting when the machine is ended: a program of the machine writes the archive, and may be silent. */
async function* unlessAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {})
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([source.next(), aborted.promise])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    void source.return?.().catch(() => {})
  }
}

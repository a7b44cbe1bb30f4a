import type { Life, LifeParts } from './life.ts'

/** Keeps what a running machine has written as a layer above its own; null where boxes are no systems. */
export async function saveFiles(parts: LifeParts, life: Life, signal: AbortSignal): Promise<string | null> {
  if (!life.box || !parts.provider.capabilities.has('system')) return null
  return parts.layers.add(unlessAborted(life.box.control.changes(), signal))
}

async function* unlessAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  for await (const piece of pieces) {
    yield piece
    signal.throwIfAborted()
  }
}

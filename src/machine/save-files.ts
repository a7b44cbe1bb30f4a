import type { LifeParts } from './life.ts'
import type { MachineBox } from './open-box.ts'

/** Keeps what a running machine has written as a layer above its own. */
export async function saveFiles(
  { layers }: Pick<LifeParts, 'layers'>,
  { control }: MachineBox,
  signal: AbortSignal,
): Promise<string> {
  return layers.add(unlessAborted(control.changes(), signal))
}

async function* unlessAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  for await (const piece of pieces) {
    yield piece
    signal.throwIfAborted()
  }
}

import type { Chunk } from '../state/manifest.ts'
import type { SavedState, States } from '../state/states.ts'
import type { ByteRange } from './volumes.ts'

/** The bytes of a range: reads only the chunks that it touches. */
export async function* readRange(
  states: Pick<States, 'content'>,
  state: SavedState,
  { chunks, range }: { chunks: readonly Chunk[]; range: ByteRange },
): AsyncGenerator<Uint8Array> {
  const { touched, startsAt } = chunksWithin(chunks, range)
  let at = startsAt
  for await (const bytes of states.content(state, touched)) {
    const piece = bytes.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at))
    at += bytes.length
    if (piece.length > 0) yield piece
  }
}

function chunksWithin(chunks: readonly Chunk[], { start, end }: ByteRange) {
  let at = 0
  let startsAt = 0
  const touched: Chunk[] = []
  for (const chunk of chunks) {
    const isTouched = at <= end && at + chunk.length > start
    if (isTouched && touched.length === 0) startsAt = at
    if (isTouched) touched.push(chunk)
    at += chunk.length
  }
  return { touched, startsAt }
}

import type { TreePiece } from '../../sandbox/tree.ts'

const WRITE_BITS = 0o222

/**
 * As sandboxes take it: everything in them is their user's. Nobody is kept from writing to a copy of their own, but told early
 * that nothing of it will last.
 */
export async function* shownPieces(
  pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>,
  readOnly: boolean,
): AsyncGenerator<TreePiece> {
  for await (const piece of pieces) {
    if (!('entry' in piece)) {
      yield piece
      continue
    }
    const { owner: _, mode, ...entry } = piece.entry
    yield { entry: { ...entry, mode: readOnly ? mode & ~WRITE_BITS : mode } }
  }
}

import type { TreePiece } from '../../sandbox/tree.ts'

const WRITE_BITS = 0o222

/** Nobody is kept from writing to a copy of their own, but told early that nothing of it will last. */
export async function* shownPieces(
  pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>,
  readOnly: boolean,
): AsyncGenerator<TreePiece> {
  for await (const piece of pieces) {
    if (readOnly && 'entry' in piece) yield { entry: { ...piece.entry, mode: piece.entry.mode & ~WRITE_BITS } }
    else yield piece
  }
}

import type { TreePiece } from '../../sandbox/tree.ts'

const WRITE_BITS = 0o222

/**
 * Pieces for a sandbox, in which everything belongs to its user. A read-only copy can be written to, but its modes say
 * early that nothing will last.
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

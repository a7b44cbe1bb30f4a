import type { TreePiece } from '../../sandbox/tree.ts'
import type { SavedState, States } from '../state/states.ts'

/**
 * A stream of pieces that can be read again: the first time from the source, later from the state that it was saved
 * into. Only names are remembered, so a long stream needs little memory.
 */
export function replayable(source: AsyncIterable<TreePiece> | Iterable<TreePiece>, states: Pick<States, 'tree'>) {
  const removed = new Set<string>()
  const paths = new Set<string>()

  async function* firstTime(): AsyncGenerator<TreePiece> {
    for await (const piece of source) {
      if ('removed' in piece) removed.add(piece.removed)
      if ('entry' in piece) paths.add(piece.entry.path)
      yield piece
    }
  }
  async function* again(staged: SavedState): AsyncGenerator<TreePiece> {
    for (const path of removed) yield { removed: path }
    if (paths.size > 0) yield* states.tree(staged, paths)
  }
  return {
    removed: removed as ReadonlySet<string>,
    paths: paths as ReadonlySet<string>,
    pieces: (staged: SavedState | undefined): AsyncGenerator<TreePiece> => (staged ? again(staged) : firstTime()),
  }
}

import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import type { SavedState, States } from '../state/states.ts'
import type { VolumeVersion } from './volume-versions.ts'

export const isBelow = (path: string, directory: string): boolean =>
  directory === '' || path.startsWith(`${directory}/`)

/**
 * The entry at a path and everything below it, under another name. With '' for the name only the entries below it: the
 * root of a tree has no entry.
 */
export async function* treePart(
  states: Pick<States, 'tree'>,
  { entries, state }: Pick<VolumeVersion, 'entries'> & { state: SavedState | undefined },
  { from, to }: { from: string; to: string },
): AsyncGenerator<TreePiece> {
  const paths = new Set([...entries.keys()].filter((path) => (path === from && to !== '') || isBelow(path, from)))
  if (state === undefined || paths.size === 0) return
  for await (const piece of states.tree(state, paths)) {
    if ('entry' in piece) yield { entry: { ...piece.entry, path: renamed(piece.entry, from, to) } }
    else yield piece
  }
}

function renamed({ path }: TreeEntry, from: string, to: string): string {
  if (path === from) return to
  const rest = from === '' ? path : path.slice(from.length + 1)
  return to === '' ? rest : `${to}/${rest}`
}

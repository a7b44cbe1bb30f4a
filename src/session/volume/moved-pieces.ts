import { EngineError } from '../../contract/errors.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { States } from '../state/states.ts'
import { entryAt } from './entry-at.ts'
import { placed } from './placed.ts'
import { isBelow, treePart } from './tree-part.ts'
import type { VolumeVersion } from './volume-versions.ts'

/** Moves a file, link or whole directory. Its content is sent again, and found to exist already. */
export async function* movedPieces(
  states: Pick<States, 'tree'>,
  on: VolumeVersion,
  { from, to }: { from: string; to: string },
): AsyncGenerator<TreePiece> {
  const entry = entryAt(on.entries, from)
  if (to === from || isBelow(to, from)) throw refused(to, `it is ${from} itself, or in it`)
  const there = on.entries.get(to)
  if (there && (there.type === 'directory' || entry.type === 'directory')) throw refused(to, 'it is there already')
  yield { removed: from }
  yield* placed(treePart(states, on, { from, to }), on)
}

const refused = (path: string, reason: string) => new EngineError('PATH_REFUSED', { path, reason })

import type { TreePiece } from '../../sandbox/tree.ts'
import type { ManifestEntry } from '../state/manifest.ts'
import { parentOf, pathWithin } from '../state/path-within.ts'
import { isSameEntry } from './is-same-entry.ts'
import { directoriesToMake, newDirectory } from './placed.ts'

type Entries = ReadonlyMap<string, ManifestEntry>

export interface Merge {
  /** What the sandbox had when it began to change it. */
  copy: Entries
  /** What the volume is now: others may have changed it meanwhile. */
  current: Entries
}

/**
 * Changes of a sandbox's copy, as changes of what the volume is now. Who writes last wins, file by file, and what stands in
 * the way of a file gives way; but what somebody else changed meanwhile is not removed, nor is a directory that it is in.
 */
export async function* mergedPieces(
  changes: AsyncIterable<TreePiece> | Iterable<TreePiece>,
  { copy, current }: Merge,
): AsyncGenerator<TreePiece> {
  const gone = new Set<string>()
  const known = new Map<string, string | undefined>()
  let areRemoved = false
  const remove = function* (): Generator<TreePiece> {
    areRemoved = true
    for (const path of removable(gone, { copy, current })) {
      known.set(path, undefined)
      yield { removed: path }
    }
  }
  const typeAt = (path: string) => (known.has(path) ? known.get(path) : current.get(path)?.type)
  // A sandbox does not tell whose something is: what is written again is whose it was.
  const ownerAt = (path: string) => {
    const owner = current.get(path)?.owner
    return owner && { owner }
  }
  for await (const piece of changes) {
    if ('removed' in piece) {
      gone.add(piece.removed)
      continue
    }
    if (!areRemoved) yield* remove()
    if ('entry' in piece) {
      for (const path of directoriesToMake(piece.entry.path, (above) => typeAt(above) === 'directory')) {
        known.set(path, 'directory')
        yield { entry: { ...newDirectory(path, piece.entry.modifiedMs), mode: copy.get(path)?.mode ?? 0o755 } }
      }
      known.set(piece.entry.path, piece.entry.type)
    }
    yield 'entry' in piece ? { entry: { ...piece.entry, ...ownerAt(piece.entry.path) } } : piece
  }
  if (!areRemoved) yield* remove()
}

/** Of what a sandbox has removed, what nobody else has changed, and what nothing that stays is in. */
function removable(gone: ReadonlySet<string>, { copy, current }: Merge): string[] {
  const isGone = pathWithin(gone)
  const mayGo = ({ path, type }: ManifestEntry) =>
    isGone(path) &&
    (type === 'directory' ? copy.get(path)?.type === type : isSameEntry(copy.get(path), current.get(path)))
  const going = [...current.values()].filter(mayGo).map(({ path }) => path)
  const staying = new Set(current.keys())
  for (const path of going) staying.delete(path)
  const needed = new Set<string>()
  for (const path of staying)
    for (let at = parentOf(path); at !== '' && !needed.has(at); at = parentOf(at)) needed.add(at)
  return going.filter((path) => !needed.has(path))
}

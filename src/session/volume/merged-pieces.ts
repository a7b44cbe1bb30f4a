import type { TreePiece } from '../../sandbox/tree.ts'
import type { ManifestEntry } from '../state/manifest.ts'
import { parentOf, pathWithin } from '../state/path-within.ts'
import { isSameEntry } from './is-same-entry.ts'
import { directoriesToMake, newDirectory } from './placed.ts'

type Entries = ReadonlyMap<string, ManifestEntry>

export interface Merge {
  /** The content of the sandbox before its changes. */
  copy: Entries
  /** The present volume: others may have changed it meanwhile. */
  current: Entries
}

/**
 * Applies changes of a sandbox's copy to the present volume. The last writer wins, file by file, and an obstacle in the
 * way of a file is removed; but files that somebody else changed meanwhile, and their directories, are not removed.
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
  // A sandbox does not report owners: a rewritten file keeps its owner.
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

/** The removed paths that nobody else has changed, and that contain nothing that stays. */
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

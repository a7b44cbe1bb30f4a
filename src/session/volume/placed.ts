import { EngineError } from '../../contract/errors.ts'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import { newPathProblem } from '../state/path-problem.ts'
import { parentOf } from '../state/path-within.ts'
import { shownPath } from './volume-path.ts'
import type { VolumeVersion } from './volume-versions.ts'

type Known = Map<string, TreeEntry['type'] | undefined>

/** Adds content from outside to a volume: with the directories on the way, and never one kind in the place of another. */
export async function* placed(
  pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>,
  { entries }: Pick<VolumeVersion, 'entries'>,
): AsyncGenerator<TreePiece> {
  const known: Known = new Map()
  const typeOf = (path: string) => known.get(path) ?? entries.get(path)?.type
  for await (const piece of pieces) {
    if ('entry' in piece) {
      const { entry } = piece
      assertNameable(entry)
      for (const path of missingAbove(entry, typeOf)) {
        known.set(path, 'directory')
        yield { entry: newDirectory(path, entry.modifiedMs) }
      }
      assertPlace(entry, typeOf(entry.path))
      known.set(entry.path, entry.type)
    }
    yield piece
  }
}

/**
 * The missing directories above a path, the outermost first. Climbs only to the first existing one, since a tree may be
 * deep.
 */
export function directoriesToMake(path: string, isThere: (directory: string) => boolean): string[] {
  const missing: string[] = []
  for (let at = parentOf(path); at !== '' && !isThere(at); at = parentOf(at)) missing.push(at)
  return missing.reverse()
}

export const newDirectory = (path: string, modifiedMs: number): TreeEntry => ({
  path,
  type: 'directory',
  mode: 0o755,
  size: 0,
  modifiedMs,
})

function missingAbove({ path }: TreeEntry, typeOf: (path: string) => TreeEntry['type'] | undefined): string[] {
  return directoriesToMake(path, (directory) => {
    const type = typeOf(directory)
    if (type !== undefined && type !== 'directory') throw refused(path, `${directory} is a ${type}, not a directory`)
    return type !== undefined
  })
}

function assertNameable({ path }: TreeEntry) {
  const problem = newPathProblem(path)
  if (problem) throw refused(shownPath(path), problem)
}

function assertPlace({ path, type }: TreeEntry, there: TreeEntry['type'] | undefined) {
  if (there === undefined || (there === 'directory') === (type === 'directory')) return
  throw refused(path, there === 'directory' ? 'it is a directory' : `it is a ${there}, not a directory`)
}

const refused = (path: string, reason: string) => new EngineError('PATH_REFUSED', { path, reason })

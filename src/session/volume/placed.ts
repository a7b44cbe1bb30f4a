import { EngineError } from '../../contract/errors.ts'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import type { VolumeVersion } from './volume-versions.ts'

type Known = Map<string, TreeEntry['type'] | undefined>

/** What somebody outside puts into a volume: with the directories on the way, and nothing of one kind in the place of another. */
export async function* placed(
  pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>,
  { entries }: Pick<VolumeVersion, 'entries'>,
): AsyncGenerator<TreePiece> {
  const known: Known = new Map()
  const typeOf = (path: string) => known.get(path) ?? entries.get(path)?.type
  for await (const piece of pieces) {
    if ('entry' in piece) {
      const { entry } = piece
      yield* parentsOf(entry, typeOf, known)
      assertPlace(entry, typeOf(entry.path))
      known.set(entry.path, entry.type)
    }
    yield piece
  }
}

/** From the outermost to the innermost directory that a path is in. */
export function* ancestorsOf(path: string): Generator<string> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end)
}

export const newDirectory = (path: string, modifiedMs: number): TreeEntry => ({
  path,
  type: 'directory',
  mode: 0o755,
  size: 0,
  modifiedMs,
})

function* parentsOf(entry: TreeEntry, typeOf: (path: string) => TreeEntry['type'] | undefined, known: Known) {
  for (const path of ancestorsOf(entry.path)) {
    const type = typeOf(path)
    if (type === 'directory') continue
    if (type !== undefined) throw refused(entry.path, `${path} is a ${type}, not a directory`)
    known.set(path, 'directory')
    yield { entry: newDirectory(path, entry.modifiedMs) }
  }
}

function assertPlace({ path, type }: TreeEntry, there: TreeEntry['type'] | undefined) {
  if (there === undefined || (there === 'directory') === (type === 'directory')) return
  throw refused(path, there === 'directory' ? 'it is a directory' : `it is a ${there}, not a directory`)
}

const refused = (path: string, reason: string) => new EngineError('PATH_REFUSED', { path, reason })

import { EngineError } from '../../contract/errors.ts'
import type { TreeOwner, TreePiece } from '../../sandbox/tree.ts'
import { readTar } from '../archive/read-tar.ts'
import type { States } from '../state/states.ts'
import { entryAt, fileOf } from './entry-at.ts'
import { movedPieces } from './moved-pieces.ts'
import { newDirectory, placed } from './placed.ts'
import { replayable } from './replayable.ts'
import { uploadedPieces } from './uploaded-pieces.ts'
import { infoOf } from './volume-info.ts'
import { volumeDirectory, volumePath } from './volume-path.ts'
import type { VolumeVersion, VolumeVersions } from './volume-versions.ts'
import type { Placing, Volumes } from './volumes.ts'

export interface VolumeChangeParts {
  versions: VolumeVersions
  states: States
  clock(): number
}

type VolumeChanges = Pick<Volumes, 'save' | 'makeDirectory' | 'setAttributes' | 'move' | 'removeFile' | 'import'>

/** Changes of volumes from outside of every sandbox: each makes a new version. */
export function createVolumeChanges({ versions, states, clock }: VolumeChangeParts): VolumeChanges {
  return {
    async save(volume, { path: told, content, size, ...placing }) {
      const path = volumePath(told)
      const source = replayable(uploadedPieces({ path, content, size, modifiedMs: clock() }), states)
      const next = await versions.change(volume, (on, staged) => {
        assertMayPlace(on, path, placing)
        // A script that is saved again stays executable, and keeps its owner.
        return placed(withAttributes(source.pieces(staged), { ...on.entries.get(path), ...placing }), on)
      })
      return fileOf(entryAt(next.entries, path))
    },
    async makeDirectory(volume, told, placing = {}) {
      const path = volumePath(told)
      const on = await versions.open(volume)
      assertMayPlace(on, path, placing)
      if (on.entries.get(path)?.type === 'directory') return fileOf(entryAt(on.entries, path))
      const next = await versions.change(volume, (current) => {
        assertMayPlace(current, path, placing)
        const { owner, mode = 0o755 } = placing
        return withAttributes(placed([{ entry: { ...newDirectory(path, clock()), mode } }], current), { owner })
      })
      return fileOf(entryAt(next.entries, path))
    },
    async setAttributes(volume, told, { mode, uid, gid }) {
      const path = volumePath(told)
      const next = await versions.change(volume, ({ entries, state }) => {
        const { owner = NOBODY } = entryAt(entries, path)
        const isOwned = uid !== undefined || gid !== undefined
        const changed = { mode, ...(isOwned && { owner: { uid: uid ?? owner.uid, gid: gid ?? owner.gid } }) }
        return withAttributes(state ? states.tree(state, new Set([path])) : [], changed)
      })
      return fileOf(entryAt(next.entries, path))
    },
    async move(volume, paths) {
      const [from, to] = [volumePath(paths.from), volumePath(paths.to)]
      const next = await versions.change(volume, (on) => movedPieces(states, on, { from, to }))
      return fileOf(entryAt(next.entries, to))
    },
    async removeFile(volume, told) {
      const path = volumePath(told)
      const next = await versions.change(volume, (on) => [{ removed: entryAt(on.entries, path).path }])
      return infoOf(next.row)
    },
    async import(volume, { path, content }) {
      const directory = volumeDirectory(path)
      const { maxBytes, maxFiles } = await versions.rowOf(volume)
      const archive = readTar(content, { limits: { bytes: maxBytes, files: maxFiles }, links: 'inside' })
      const source = replayable(inDirectory(archive, directory, clock()), states)
      const next = await versions.change(volume, (on, staged) => placed(source.pieces(staged), on))
      return infoOf(next.row)
    },
  }
}

/** The default owner is the user of the sandboxes. */
const NOBODY: TreeOwner = { uid: 1000, gid: 1000 }

async function* withAttributes(
  pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>,
  { mode, owner }: { mode?: number | undefined; owner?: TreeOwner | undefined },
): AsyncGenerator<TreePiece> {
  const changed = { ...(mode !== undefined && { mode }), ...(owner && { owner }) }
  for await (const piece of pieces) yield 'entry' in piece ? { entry: { ...piece.entry, ...changed } } : piece
}

function assertMayPlace({ entries }: Pick<VolumeVersion, 'entries'>, path: string, placing: Placing) {
  const { mayReplace = true, makesParents = true } = placing
  if (!mayReplace && entries.has(path)) throw new EngineError('PATH_EXISTS', { path })
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  if (!makesParents && parent !== '') entryAt(entries, parent)
}

async function* inDirectory(
  pieces: AsyncIterable<TreePiece>,
  directory: string,
  modifiedMs: number,
): AsyncGenerator<TreePiece> {
  if (directory !== '') yield { entry: newDirectory(directory, modifiedMs) }
  for await (const piece of pieces) {
    const isMoved = 'entry' in piece && directory !== ''
    yield isMoved ? { entry: { ...piece.entry, path: `${directory}/${piece.entry.path}` } } : piece
  }
}

import type { TreePiece } from '../../sandbox/tree.ts'
import { readTar } from '../archive/read-tar.ts'
import type { States } from '../state/states.ts'
import { entryAt, fileOf } from './entry-at.ts'
import { movedPieces } from './moved-pieces.ts'
import { newDirectory, placed } from './placed.ts'
import { replayable } from './replayable.ts'
import { uploadedPieces } from './uploaded-pieces.ts'
import { infoOf } from './volume-info.ts'
import { volumeDirectory, volumePath } from './volume-path.ts'
import type { VolumeVersions } from './volume-versions.ts'
import type { Volumes } from './volumes.ts'

export interface VolumeChangeParts {
  versions: VolumeVersions
  states: States
  clock(): number
}

type VolumeChanges = Pick<Volumes, 'save' | 'makeDirectory' | 'move' | 'removeFile' | 'import'>

/** What those outside of every sandbox do to volumes: each is a new version. */
export function createVolumeChanges({ versions, states, clock }: VolumeChangeParts): VolumeChanges {
  return {
    async save(volume, { path: told, content, size }) {
      const path = volumePath(told)
      const source = replayable(uploadedPieces({ path, content, size, modifiedMs: clock() }), states)
      const next = await versions.change(volume, (on, staged) =>
        placed(withMode(source.pieces(staged), on.entries.get(path)?.mode), on),
      )
      return fileOf(entryAt(next.entries, path))
    },
    async makeDirectory(volume, told) {
      const path = volumePath(told)
      const { entries } = await versions.open(volume)
      if (entries.get(path)?.type === 'directory') return fileOf(entryAt(entries, path))
      const next = await versions.change(volume, (on) => placed([{ entry: newDirectory(path, clock()) }], on))
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

/** A script that is saved again can still be run. */
async function* withMode(pieces: AsyncIterable<TreePiece>, mode: number | undefined): AsyncGenerator<TreePiece> {
  for await (const piece of pieces)
    yield 'entry' in piece && mode !== undefined ? { entry: { ...piece.entry, mode } } : piece
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

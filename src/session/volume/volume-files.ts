import { createHash } from 'node:crypto'
import { EngineError } from '../../contract/errors.ts'
import type { TreeFile } from '../../contract/session.ts'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import { readTar } from '../archive/read-tar.ts'
import { writeTar } from '../archive/write-tar.ts'
import type { ManifestEntry } from '../state/manifest.ts'
import type { States } from '../state/states.ts'
import { movedPieces } from './moved-pieces.ts'
import { newDirectory, placed } from './placed.ts'
import { readRange } from './read-range.ts'
import { replayable } from './replayable.ts'
import { isBelow, treePart } from './tree-part.ts'
import { uploadedPieces } from './uploaded-pieces.ts'
import { infoOf } from './volume-info.ts'
import { volumeDirectory, volumePath } from './volume-path.ts'
import type { VolumeVersion, VolumeVersions } from './volume-versions.ts'
import type { VolumeFile, Volumes } from './volumes.ts'

export interface VolumeFileParts {
  versions: VolumeVersions
  states: States
  clock(): number
}

type VolumeFiles = Omit<Volumes, 'create' | 'list' | 'info' | 'remove' | 'stats'>

/** Files of volumes for those who are outside of every sandbox. */
export function createVolumeFiles({ versions, states, clock }: VolumeFileParts): VolumeFiles {
  return {
    async files(volume, { path, depth }) {
      const directory = volumeDirectory(path)
      const { entries } = await versions.open(volume)
      if (directory !== '') assertDirectory(entryAt(entries, directory))
      const level = directory === '' ? 0 : directory.split('/').length
      const isNear = (found: string) => isBelow(found, directory) && found.split('/').length - level <= depth
      return [...entries.values()].filter((entry) => isNear(entry.path)).map(fileOf)
    },
    async open(volume, path) {
      const { row, state, entries } = await versions.open(volume)
      const { chunks = [], ...entry } = entryAt(entries, volumePath(path))
      if (state === undefined || entry.type !== 'file')
        throw new EngineError('PATH_REFUSED', { path: entry.path, reason: `it is a ${entry.type}` })
      const content: VolumeFile['content'] = (range = { start: 0, end: entry.size - 1 }) =>
        versions.held(row.id, () => readRange(states, state, { chunks, range }))
      return { ...fileOf(entry), tag: tagOf(chunks), content }
    },
    async save(volume, { path: told, content, size }) {
      const path = volumePath(told)
      const source = replayable(uploadedPieces({ path, content, size, modifiedMs: clock() }), states)
      const next = await versions.change(volume, (on, staged) => placed(source.pieces(staged), on))
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
    async export(volume, told) {
      const from = volumeDirectory(told)
      const version = await versions.open(volume)
      if (from !== '') assertDirectory(entryAt(version.entries, from))
      const part = () => treePart(states, version, { from, to: '' })
      return { content: writeTar(versions.held(version.row.id, part), { compression: 'none' }) }
    },
    async import(volume, { path, content }) {
      const directory = volumeDirectory(path)
      const { maxBytes, maxFiles } = await versions.rowOf(volume)
      const limits = { bytes: maxBytes, files: maxFiles }
      const source = replayable(inDirectory(readTar(content, { limits, links: 'inside' }), directory, clock()), states)
      const next = await versions.change(volume, (on, staged) => placed(source.pieces(staged), on))
      return infoOf(next.row)
    },
  }
}

function entryAt(entries: VolumeVersion['entries'], path: string): ManifestEntry {
  const entry = entries.get(path)
  if (!entry) throw new EngineError('PATH_NOT_FOUND', { path, where: 'the volume' })
  return entry
}

function assertDirectory({ path, type }: TreeEntry) {
  if (type !== 'directory') throw new EngineError('PATH_REFUSED', { path, reason: `it is a ${type}, not a directory` })
}

function fileOf({ path, type, size, mode, modifiedMs, target }: TreeEntry): TreeFile {
  return { path, type, size, mode, modifiedMs, ...(target !== undefined && { target }) }
}

const tagOf = (chunks: readonly { hash: string }[]): string =>
  createHash('sha256')
    .update(chunks.map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 32)

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

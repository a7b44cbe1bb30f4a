import { createHash } from 'node:crypto'
import { EngineError } from '../../contract/errors.ts'
import type { TreeFile } from '../../contract/session.ts'
import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { TreeEntry } from '../../sandbox/tree.ts'
import { writeTar } from '../archive/write-tar.ts'
import type { States } from '../state/states.ts'
import { entryAt, fileOf } from './entry-at.ts'
import { readRange } from './read-range.ts'
import { isBelow, treePart } from './tree-part.ts'
import { volumeDirectory, volumePath } from './volume-path.ts'
import type { VolumeVersions } from './volume-versions.ts'
import type { VolumeFile, Volumes } from './volumes.ts'

export interface VolumeReadParts {
  versions: VolumeVersions
  states: States
}

/** Read access to volumes from outside of every sandbox. */
export function createVolumeReads({
  versions,
  states,
}: VolumeReadParts): Pick<Volumes, 'files' | 'stat' | 'open' | 'export'> {
  return {
    async files(volume, { path, depth }) {
      const directory = volumeDirectory(path)
      const { entries } = await versions.open(volume)
      if (directory !== '') assertDirectory(entryAt(entries, directory))
      const files: TreeFile[] = []
      await stepByStep(entries.values(), (entry) => {
        if (isBelow(entry.path, directory) && isWithin(entry.path, { depth, directory })) files.push(fileOf(entry))
      })
      return files
    },
    stat: async (volume, path) => fileOf(entryAt((await versions.open(volume)).entries, volumePath(path))),
    async open(volume, path) {
      const { row, state, entries } = await versions.open(volume)
      const { chunks = [], ...entry } = entryAt(entries, volumePath(path))
      if (state === undefined || entry.type !== 'file')
        throw new EngineError('PATH_REFUSED', { path: entry.path, reason: `it is a ${entry.type}` })
      const content: VolumeFile['content'] = (range = { start: 0, end: entry.size - 1 }) =>
        versions.held(row.id, () => readRange(states, state, { chunks, range }))
      return { ...fileOf(entry), tag: tagOf(chunks), content }
    },
    async export(volume, path) {
      const from = volumeDirectory(path)
      const version = await versions.open(volume)
      if (from !== '') assertDirectory(entryAt(version.entries, from))
      const part = () => treePart(states, version, { from, to: '' })
      return { content: writeTar(versions.held(version.row.id, part), { compression: 'none' }) }
    },
  }
}

/** Whether a path is at most this many levels below a directory. */
function isWithin(path: string, { depth, directory }: { depth: number; directory: string }): boolean {
  let at = directory.length
  for (let left = depth; left > 0; left--) {
    at = path.indexOf('/', at + 1)
    if (at === -1) return true
  }
  return false
}

function assertDirectory({ path, type }: TreeEntry) {
  if (type !== 'directory') throw new EngineError('PATH_REFUSED', { path, reason: `it is a ${type}, not a directory` })
}

const tagOf = (chunks: readonly { hash: string }[]): string =>
  createHash('sha256')
    .update(chunks.map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 32)

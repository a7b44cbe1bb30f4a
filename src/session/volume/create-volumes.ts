import { EngineError } from '../../contract/errors.ts'
import type { VolumeStats } from '../../contract/volume.ts'
import type { VolumeRows } from '../../store/volume/volume-rows.ts'
import type { States } from '../state/states.ts'
import { createVolumeMounts } from './create-volume-mounts.ts'
import { createVolumeChanges } from './volume-changes.ts'
import { infoOf } from './volume-info.ts'
import type { VolumeMounts } from './volume-mounts.ts'
import { createVolumeReads } from './volume-reads.ts'
import { createVolumeVersions, type VolumeVersion, type VolumeVersions } from './volume-versions.ts'
import type { Volumes } from './volumes.ts'

export interface VolumeParts {
  rows: VolumeRows
  states: States
  /** Most volumes of one user. */
  most: number
  /** Limits of one volume: the default, and the most that it may ask for. */
  largest: { bytes: number; files: number }
  newId(): string
  clock(): number
}

const LARGEST_TOLD = 10

/** Volumes, for callers from outside and for sandboxes. */
export function createVolumes(parts: VolumeParts): { volumes: Volumes; mounts: VolumeMounts } {
  const { rows, states, most, largest, newId, clock } = parts
  const versions = createVolumeVersions(parts)
  const volumes: Volumes = {
    ...createVolumeReads({ versions, states }),
    ...createVolumeChanges({ versions, states, clock }),
    async create(userId, { name, maxBytes = largest.bytes, maxFiles = largest.files }) {
      assertCeiling('maxBytes', maxBytes, { ceiling: largest.bytes, setting: 'ANNEAL_VOLUME_BYTES' })
      assertCeiling('maxFiles', maxFiles, { ceiling: largest.files, setting: 'ANNEAL_VOLUME_FILES' })
      const now = clock()
      const empty = { version: 1, stateId: null, bytes: 0, files: 0, createdAt: now, changedAt: now }
      const row = { id: newId(), userId, name, ...empty, maxBytes, maxFiles }
      await rows.create(row, most)
      return infoOf(row)
    },
    list: async (userId) => (await rows.list(userId)).map(infoOf),
    info: async (volume) => infoOf(await versions.rowOf(volume)),
    async remove(volume) {
      const row = await versions.rowOf(volume)
      const released = await rows.remove(volume, clock())
      if (!released.existed) throw new EngineError('VOLUME_NOT_FOUND', { name: volume.name })
      await versions.release(row.id, released)
      return infoOf(row)
    },
    stats: (userId) => statsOf(userId, rows, versions),
  }
  return { volumes, mounts: createVolumeMounts({ versions, states }) }
}

async function statsOf(userId: string, rows: VolumeRows, versions: VolumeVersions): Promise<VolumeStats> {
  const all = await rows.list(userId)
  const sum = (of: 'bytes' | 'files' | 'maxBytes') => all.reduce((total, row) => total + row[of], 0)
  let largest: VolumeStats['largest'] = []
  for (const { name } of all) {
    const { entries } = await versions.open({ userId, name }).catch(unlessGone)
    const files = [...entries.values()].filter(({ type }) => type === 'file')
    const found = files.map(({ path, size }) => ({ path, size, volume: name }))
    largest = [...largest, ...found].sort((one, other) => other.size - one.size).slice(0, LARGEST_TOLD)
  }
  const storedBytes = await rows.storedBytes(userId)
  return {
    volumes: all.length,
    bytes: sum('bytes'),
    files: sum('files'),
    maxBytes: sum('maxBytes'),
    storedBytes,
    largest,
  }
}

/** A volume that was removed while it was listed does not count. */
function unlessGone(error: unknown): Pick<VolumeVersion, 'entries'> {
  if (error instanceof EngineError && error.code === 'VOLUME_NOT_FOUND') return { entries: new Map() }
  throw error
}

function assertCeiling(name: string, value: number, { ceiling, setting }: { ceiling: number; setting: string }) {
  if (value > ceiling) throw new EngineError('LIMIT_TOO_HIGH', { name, value, ceiling, setting })
}

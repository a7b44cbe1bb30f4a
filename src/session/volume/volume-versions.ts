import { EngineError } from '../../contract/errors.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { VolumeRow, VolumeRows } from '../../store/volume/volume-rows.ts'
import { entriesByPath } from '../state/entries-by-path.ts'
import type { ManifestEntry } from '../state/manifest.ts'
import type { SavedState, States } from '../state/states.ts'
import { createHeldReleases } from './held-releases.ts'
import { createTurns } from './turns.ts'
import type { VolumeOf } from './volumes.ts'
import { withinQuota } from './within-quota.ts'

/** A volume as it is at one moment. */
export interface VolumeVersion {
  row: VolumeRow
  /** Undefined while nothing was ever put into the volume. */
  state: SavedState | undefined
  entries: ReadonlyMap<string, ManifestEntry>
}

/**
 * The effect of a change on a version. Called again, with the saved content, when another writer was faster: a stream
 * that was read is in there.
 */
export type Plan = (on: VolumeVersion, staged: SavedState | undefined) => AsyncIterable<TreePiece> | Iterable<TreePiece>

export interface VolumeVersionParts {
  rows: VolumeRows
  states: States
  clock(): number
}

export type VolumeVersions = ReturnType<typeof createVolumeVersions>

/** Within one server changes take turns, so only other servers can be faster this often. */
const MOST_TRIES = 20

/** Reads volumes, and changes them from one whole version to the next. */
export function createVolumeVersions({ rows, states, clock }: VolumeVersionParts) {
  const inTurn = createTurns()
  const releases = createHeldReleases(states)

  async function rowOf({ userId, name }: VolumeOf, id?: string): Promise<VolumeRow> {
    const row = await rows.get(userId, name)
    if (row && (id === undefined || row.id === id)) return row
    throw new EngineError('VOLUME_NOT_FOUND', { name })
  }

  async function open(volume: VolumeOf, id?: string): Promise<VolumeVersion> {
    for (let row = await rowOf(volume, id); ; ) {
      try {
        const state = row.stateId === null ? undefined : await states.read(row.stateId)
        return { row, state, entries: await entriesByPath(state?.manifest.entries ?? []) }
      } catch (error) {
        // Another server may have made the next version, and released this one, between the two looks.
        const { version } = row
        row = await rowOf(volume, id)
        if (row.version === version) throw error
      }
    }
  }

  async function stage(on: VolumeVersion, tree: ReturnType<Plan>) {
    const { row, state } = on
    const draft = { isWhole: state === undefined, kernels: [], lost: [] }
    const { pieces, assertFits } = withinQuota(tree, row)
    const saved = await states.save({ ...draft, ...(state && { base: state }), tree: pieces, assertFits })
    return { ...saved, own: saved.row.blobs.filter((blob) => !state?.row.blobs.includes(blob)) }
  }

  async function advance({ row }: VolumeVersion, state: SavedState): Promise<VolumeVersion | undefined> {
    const { entries } = state.manifest
    const bytes = entries.reduce((sum, { size }) => sum + size, 0)
    const next = { bytes, files: entries.length, changedAt: clock() }
    const step = await rows.advance({ ...next, id: row.id, from: row.version, state: state.row })
    if (!step.advanced) return undefined
    await releases.release(row.id, step)
    const after = { ...row, ...next, version: row.version + 1, stateId: state.id }
    return { row: after, state, entries: await entriesByPath(entries) }
  }

  /**
   * Prepared without a turn, since content may come slowly; prepared again, from the stored content, if the volume
   * changed.
   */
  async function changeHeld(volume: VolumeOf, on: VolumeVersion, plan: Plan): Promise<VolumeVersion> {
    let base = on
    let staged = await stage(base, plan(base, undefined))
    const attempt = async () => {
      const now = await open(volume, on.row.id)
      if (now.row.version !== base.row.version) {
        const before = staged
        staged = await stage(now, plan(now, before))
        base = now
        await releases.release(on.row.id, { blobs: before.own })
      }
      return advance(base, staged)
    }
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const next = await inTurn(on.row.id, attempt)
        if (next) return next
      }
      throw new EngineError('VOLUME_CHANGED', { name: volume.name })
    } catch (error) {
      // Content that became part of the volume after all is not removed.
      await releases.release(on.row.id, { blobs: staged.own })
      throw error
    }
  }

  return {
    open,
    rowOf,
    release: releases.release,
    held: releases.held,
    whileHeld: releases.whileHeld,
    /** Makes the next version: the plan's changes on top of the current one. */
    async change(volume: VolumeOf, plan: Plan, id?: string): Promise<VolumeVersion> {
      const { id: volumeId } = await rowOf(volume, id)
      return releases.whileHeld(volumeId, async () => changeHeld(volume, await open(volume, volumeId), plan))
    },
  }
}

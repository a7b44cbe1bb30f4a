import { type Selectable, sql } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { ContentTables } from '../content/content-tables.ts'
import { changeStates, holdsState, type Released, type StateRow } from '../content/state-rows.ts'
import { storedBytes } from '../content/stored-bytes.ts'
import type { Database } from '../database/database.ts'
import { lockName } from '../database/lock-name.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'

export type VolumeTables = { volume: VolumeTable }

interface VolumeTable {
  id: string
  user_id: string
  name: string
  version: number
  state_id: string | null
  bytes: number
  files: number
  max_bytes: number
  max_files: number
  created_at: number
  changed_at: number
}

export interface VolumeRow {
  id: string
  userId: string
  name: string
  version: number
  stateId: string | null
  bytes: number
  files: number
  maxBytes: number
  maxFiles: number
  createdAt: number
  changedAt: number
}

/** Rows of volumes; every change tells an event of the volume, in the same transaction. */
export interface VolumeRows {
  /** Throws VOLUME_EXISTS, and VOLUMES_FULL beyond `most` of one user. */
  create(volume: VolumeRow, most: number): Promise<void>
  get(userId: string, name: string): Promise<VolumeRow | undefined>
  list(userId: string): Promise<VolumeRow[]>
  /** Stores the next version; false, and nothing is changed, when another writer made it first. */
  advance(
    next: Pick<VolumeRow, 'id' | 'bytes' | 'files' | 'changedAt'> & { from: number; state: StateRow },
  ): Promise<(Released & { advanced: true }) | { advanced: false }>
  remove(volume: Pick<VolumeRow, 'userId' | 'name'>, at: number): Promise<Released & { existed: boolean }>
  storedBytes(userId: string): Promise<number>
}

/** Rows looked up together. A setting bounds the number of a user's volumes. */
const PAGE_ROWS = 500

type Tables = VolumeTables & ContentTables & EventTables

export function volumeRows(database: Database<Tables>): VolumeRows {
  const { db, kind } = database
  return {
    create: (volume, most) => create(database, volume, most),
    async get(userId, name) {
      const query = db.selectFrom('volume').selectAll().where('user_id', '=', userId).where('name', '=', name)
      const row = await query.executeTakeFirst()
      return row && volumeRow(row)
    },
    async list(userId) {
      const rows = await db.selectFrom('volume').selectAll().where('user_id', '=', userId).orderBy('name').execute()
      return rows.map(volumeRow)
    },
    advance: ({ id, from, state, bytes, files, changedAt }) =>
      change(database, async (transaction, tell) => {
        const query = transaction.selectFrom('volume').selectAll().where('id', '=', id).where('version', '=', from)
        const row = await (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
        if (!row) return { advanced: false as const }
        const next = { version: from + 1, state_id: state.id, bytes, files, changed_at: changedAt }
        const move = () => transaction.updateTable('volume').set(next).where('id', '=', id).execute()
        const left = row.state_id === state.id ? [] : [row.state_id]
        const released = await changeStates({ transaction, kind, added: state, left, change: move })
        const { name, user_id: userId } = row
        const told = { name, version: from + 1, bytes, files }
        await tell({ type: 'volume.changed', ...ofVolume({ id, userId, at: changedAt }), ...told })
        return { ...released, advanced: true as const }
      }),
    remove: ({ userId, name }, at) =>
      change(database, async (transaction, tell) => {
        const query = transaction.selectFrom('volume').select(['id', 'state_id'])
        const own = query.where('user_id', '=', userId).where('name', '=', name)
        const row = await (kind === 'postgres' ? own.forUpdate() : own).executeTakeFirst()
        if (!row) return { existed: false, blobs: [] }
        const remove = () => transaction.deleteFrom('volume').where('id', '=', row.id).execute()
        const released = await changeStates({ transaction, kind, left: [row.state_id], change: remove })
        await tell({ type: 'volume.removed', ...ofVolume({ id: row.id, userId, at }), name })
        return { ...released, existed: true }
      }),
    async storedBytes(userId) {
      const rows = await db.selectFrom('volume').select('state_id').where('user_id', '=', userId).execute()
      const pages = Array.from({ length: Math.ceil(rows.length / PAGE_ROWS) }, (_, n) => n * PAGE_ROWS)
      return storedBytes(
        db,
        pages.map((at) => rows.slice(at, at + PAGE_ROWS)),
      )
    },
  }
}

async function create(database: Database<Tables>, volume: VolumeRow, most: number): Promise<void> {
  const { userId, name, stateId } = volume
  const { kind } = database
  await change(database, async (transaction, tell) => {
    await lockName(transaction, kind, `volumes of ${userId}`)
    const own = transaction.selectFrom('volume').where('user_id', '=', userId)
    const taken = await own.select('id').where('name', '=', name).executeTakeFirst()
    if (taken) throw new EngineError('VOLUME_EXISTS', { name })
    const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
    const volumes = Number(count)
    if (volumes >= most) throw new EngineError('VOLUMES_FULL', { volumes, setting: 'ANNEAL_VOLUMES' })
    if (stateId !== null && !(await holdsState(transaction, kind, stateId))) {
      throw new EngineError('CHECKPOINT_NOT_FOUND', { checkpointId: stateId })
    }
    await transaction.insertInto('volume').values(columnsOf(volume)).execute()
    const { version, maxBytes, maxFiles, createdAt: at } = volume
    await tell({ type: 'volume.created', ...ofVolume({ ...volume, at }), ...{ name, version, maxBytes, maxFiles } })
  })
}

const ofVolume = ({ id, userId, at }: { id: string; userId: string; at: number }) => ({
  subject: `volume:${id}` as const,
  ...{ userId, at },
})

const columnsOf = (volume: VolumeRow): VolumeTable => ({
  id: volume.id,
  user_id: volume.userId,
  name: volume.name,
  version: volume.version,
  state_id: volume.stateId,
  bytes: volume.bytes,
  files: volume.files,
  max_bytes: volume.maxBytes,
  max_files: volume.maxFiles,
  created_at: volume.createdAt,
  changed_at: volume.changedAt,
})

const volumeRow = (row: Selectable<VolumeTable>): VolumeRow => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  version: row.version,
  stateId: row.state_id,
  bytes: row.bytes,
  files: row.files,
  maxBytes: row.max_bytes,
  maxFiles: row.max_files,
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

import { sql, type Transaction } from 'kysely'
import { EngineError } from '../../contract/errors.ts'
import type { DatabaseKind } from '../database/database.ts'
import { isHeld } from './content-hold.ts'
import type { ContentTables } from './content-tables.ts'

/**
 * A saved state: the blob that describes it, and every blob with content that it needs, its own included. Many states
 * share blobs; a blob that no state needs is garbage.
 */
export interface StateRow {
  /** The hash of the blob that describes it. */
  id: string
  blobs: readonly string[]
  /** The visible size: files and variables whole. */
  bytes: number
  createdAt: number
}

/** Blobs that nothing needs any more: the caller removes the bytes, then forgets them. */
export interface Released {
  blobs: string[]
}

/** Keeps one statement below the 32,766 values that SQLite allows. */
const ROWS_PER_STATEMENT = 1000

/** Tables with a `state_id`: each row keeps its state. */
const HOLDERS = ['session', 'checkpoint', 'volume']

export interface StateChange {
  transaction: Transaction<ContentTables>
  kind: DatabaseKind
  /** Added, unless it exists already. */
  added?: StateRow | undefined
  /** Must exist: a reference to it is made. */
  needed?: string | undefined
  /** Removed when nothing needs them after the change. */
  left: readonly (string | null)[]
  /** Removes references and makes new ones, to `added` or `needed` alone. */
  change(): Promise<unknown>
}

/**
 * Every move of a reference to a state goes through here. On PostgreSQL all blobs and then all states concerned are
 * locked first, each in the order of their names: a second transaction waits, and then sees the result of the first.
 * The blobs of a state never change, so they can be looked up before. SQLite's transaction holds the write lock.
 */
export async function changeStates(options: StateChange): Promise<Released> {
  const { transaction, kind, added, needed = added?.id, left, change } = options
  const leaving = [...new Set(left.filter((id) => id !== null))]
  const blobs = await blobsOf(transaction, leaving)
  if (kind === 'postgres') await lockContents(transaction, [...blobs, ...(added?.blobs ?? [])])
  const present = await lockStates({ transaction, kind, ids: needed === undefined ? leaving : [needed, ...leaving] })
  if (needed !== undefined && !present.has(needed)) {
    if (!added) throw givenUp(needed)
    await addState(transaction, added)
  }
  await change()
  return giveUp({ transaction, kind, ids: leaving, blobs })
}

/** For a new reference to a state that must exist: it stays until the transaction has ended. */
export async function holdsState(
  transaction: Transaction<ContentTables>,
  kind: DatabaseKind,
  id: string,
): Promise<boolean> {
  const query = transaction.selectFrom('state').select('id').where('id', '=', id)
  const found = await (kind === 'postgres' ? query.forKeyShare() : query).executeTakeFirst()
  return found !== undefined
}

/** Splits lists that may be too long for one statement. */
export function* piecesOf(list: readonly string[]): Generator<string[]> {
  for (let first = 0; first < list.length; first += ROWS_PER_STATEMENT) {
    yield list.slice(first, first + ROWS_PER_STATEMENT)
  }
}

/** Releases blobs that no state needs: from then on none can. Gives their hashes. */
export async function giveUpContents(
  transaction: Transaction<ContentTables>,
  hashes: readonly string[],
): Promise<string[]> {
  const given: string[] = []
  for (const piece of piecesOf(hashes.toSorted())) {
    const rows = await transaction
      .updateTable('content')
      .set({ given_up: 1 })
      .where('hash', 'in', piece)
      .where('hash', 'not in', (eb) => eb.selectFrom('state_blob').select('hash').where('hash', 'in', piece))
      .returning('hash')
      .execute()
    for (const { hash } of rows) given.push(hash)
  }
  return given
}

/** Locks in the order of names, so that two transactions never wait for each other. */
export async function lockContents(transaction: Transaction<ContentTables>, hashes: readonly string[]): Promise<void> {
  for (const piece of piecesOf([...new Set(hashes)].toSorted())) {
    const query = transaction.selectFrom('content').select('hash').where('hash', 'in', piece)
    await query.orderBy('hash').forUpdate().execute()
  }
}

async function lockStates(
  options: Pick<StateChange, 'transaction' | 'kind'> & { ids: string[] },
): Promise<Set<string>> {
  const { transaction, kind, ids } = options
  const found = new Set<string>()
  for (const piece of piecesOf(ids.toSorted())) {
    const query = transaction.selectFrom('state').select('id').where('id', 'in', piece).orderBy('id')
    for (const { id } of await (kind === 'postgres' ? query.forUpdate() : query).execute()) found.add(id)
  }
  return found
}

async function blobsOf(transaction: Transaction<ContentTables>, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const piece of piecesOf(ids)) {
    const query = transaction.selectFrom('state_blob').select('hash').distinct().where('state_id', 'in', piece)
    for (const { hash } of await query.execute()) found.add(hash)
  }
  return [...found]
}

/** Released content is about to be removed: no state can be made of it. */
async function addState(transaction: Transaction<ContentTables>, state: StateRow) {
  const blobs = [...new Set(state.blobs)]
  let present = 0
  for (const piece of piecesOf(blobs)) {
    const query = transaction.selectFrom('content').select(sql<number>`count(*)`.as('count'))
    const row = await query.where('hash', 'in', piece).where('given_up', '=', 0).executeTakeFirstOrThrow()
    present += Number(row.count)
  }
  if (present < blobs.length) throw givenUp(state.id)
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('state')
    .values({ id: state.id, bytes: state.bytes, created_at: state.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted === 0n) return
  for (const piece of piecesOf(blobs)) {
    const rows = piece.map((hash) => ({ state_id: state.id, hash }))
    await transaction.insertInto('state_blob').values(rows).execute()
  }
}

const givenUp = (id: string) =>
  new EngineError('STATE_DAMAGED', { what: `State ${id}`, reason: 'it was given up meanwhile' })

interface Leaving extends Pick<StateChange, 'transaction' | 'kind'> {
  ids: readonly string[]
  /** The blobs that these states need. */
  blobs: readonly string[]
}

async function giveUp({ transaction, kind, ids, blobs }: Leaving): Promise<Released> {
  let gone = 0n
  for (const piece of piecesOf(ids)) {
    const query = transaction.deleteFrom('state').where('id', 'in', piece)
    const unneeded = HOLDERS.reduce(
      (narrowed, table) =>
        narrowed.where(sql<boolean>`not exists (select 1 from ${sql.table(table)} where state_id = state.id)`),
      query,
    )
    const { numDeletedRows } = await unneeded.executeTakeFirst()
    gone += numDeletedRows
  }
  if (gone === 0n || (await isHeld(transaction, kind))) return { blobs: [] }
  return { blobs: await giveUpContents(transaction, blobs) }
}

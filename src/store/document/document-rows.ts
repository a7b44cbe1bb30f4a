import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { StreamDraft } from '../../contract/event.ts'
import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { EventTables } from '../event/event-tables.ts'

export type DocumentTables = { document: DocumentTable }

interface DocumentTable {
  kind: string
  id: string
  user_id: string
  created_at: number
  revision: number
  /** JSON. */
  body: string
}

/** A small lasting value as JSON; the owner of its kind knows its content. */
export interface StoredDocument {
  kind: string
  /** Unique within its kind. */
  id: string
  userId: string
  createdAtMs: number
  /** 1 when the document is new; one more with every change. */
  revision: number
  body: unknown
}

/**
 * Documents of all kinds. No change overwrites another unseen: a change names the revision that it was made from. Its
 * event is stored with it, or not at all.
 */
export interface DocumentRows {
  get(kind: string, id: string): Promise<StoredDocument | undefined>
  /** False, and nothing is changed, when there is one with this id, of any owner. */
  insert(document: Omit<StoredDocument, 'revision'>, ...told: StreamDraft[]): Promise<boolean>
  /** False when another writer was faster or removed the document; then nothing is changed. */
  put(change: Pick<StoredDocument, 'kind' | 'id' | 'revision' | 'body'>, ...told: StreamDraft[]): Promise<boolean>
  /** Whether there was one. */
  delete(kind: string, id: string, ...told: StreamDraft[]): Promise<boolean>
  /** The oldest first. Many are read page by page: one that comes or goes meanwhile may be among them or not. */
  list(filter: { kind: string; userId?: string }): Promise<StoredDocument[]>
}

type Tables = DocumentTables & EventTables

/** Few enough that large ones too are read in some milliseconds: SQLite answers in the thread that serves everybody. */
const PAGE_ROWS = 100

export function documentRows(database: Database<Tables>): DocumentRows {
  const { db } = database
  /** Tells the events of a successful change. */
  const made = (told: StreamDraft[], work: (transaction: Transaction<Tables>) => Promise<bigint>): Promise<boolean> =>
    change(database, async (transaction, tell) => {
      const isMade = (await work(transaction)) > 0n
      if (isMade) await tell(...told)
      return isMade
    })
  return {
    async get(kind, id) {
      if (!isKept(id)) return undefined
      const query = db.selectFrom('document').selectAll().where('kind', '=', kind).where('id', '=', id)
      const row = await query.executeTakeFirst()
      return row && documentOf(row)
    },
    insert: ({ kind, id, userId, createdAtMs, body }, ...told) =>
      made(told, async (transaction) => {
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto('document')
          .values({ kind, id, user_id: userId, created_at: createdAtMs, revision: 1, body: JSON.stringify(body) })
          .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows
      }),
    put: ({ kind, id, revision, body }, ...told) =>
      made(told, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('document')
          .set({ revision: revision + 1, body: JSON.stringify(body) })
          .where('kind', '=', kind)
          .where('id', '=', id)
          .where('revision', '=', revision)
          .executeTakeFirst()
        return numUpdatedRows
      }),
    async delete(kind, id, ...told) {
      if (!isKept(id)) return false
      return made(told, async (transaction) => {
        const query = transaction.deleteFrom('document').where('kind', '=', kind).where('id', '=', id)
        return (await query.executeTakeFirst()).numDeletedRows
      })
    },
    async list({ kind, userId }) {
      const all = db.selectFrom('document').selectAll().where('kind', '=', kind)
      const own = userId === undefined ? all : all.where('user_id', '=', userId)
      const page = own.orderBy('created_at').orderBy('id').limit(PAGE_ROWS)
      const found: StoredDocument[] = []
      for (let query = page; ; await nextTurn()) {
        const rows = await query.execute()
        for (const row of rows) found.push(documentOf(row))
        const last = rows.at(-1)
        if (!last || rows.length < PAGE_ROWS) return found
        query = page.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`)
      }
    },
  }
}

/** Callers may ask for any id; an id that no database can hold does not exist. */
const isKept = (id: string) => columnText(id) === id

const documentOf = (row: Selectable<DocumentTable>): StoredDocument => ({
  kind: row.kind,
  id: row.id,
  userId: row.user_id,
  createdAtMs: row.created_at,
  revision: row.revision,
  body: JSON.parse(row.body),
})

import type { Selectable } from 'kysely'
import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'

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

/** Something small that lasts, as JSON; whoever keeps it under a kind of its own knows what is in it. */
export interface StoredDocument {
  kind: string
  /** Unique within its kind. */
  id: string
  userId: string
  createdAtMs: number
  /** 1 when it is new; one more with every change. */
  revision: number
  body: unknown
}

/** Documents of all kinds. Nobody's change is lost to another's: a change names the revision that it was made from. */
export interface DocumentRows {
  get(kind: string, id: string): Promise<StoredDocument | undefined>
  /** False when there is one with this id, whoever it belongs to; nothing is changed then. */
  insert(document: Omit<StoredDocument, 'revision'>): Promise<boolean>
  /** False when somebody else was faster, or removed it: nothing is changed then. */
  put(change: Pick<StoredDocument, 'kind' | 'id' | 'revision' | 'body'>): Promise<boolean>
  /** Whether there was one. */
  delete(kind: string, id: string): Promise<boolean>
  /** The oldest first. */
  list(filter: { kind: string; userId?: string }): Promise<StoredDocument[]>
}

export function documentRows({ db }: Database<DocumentTables>): DocumentRows {
  return {
    async get(kind, id) {
      if (!isKept(id)) return undefined
      const query = db.selectFrom('document').selectAll().where('kind', '=', kind).where('id', '=', id)
      const row = await query.executeTakeFirst()
      return row && documentOf(row)
    },
    async insert({ kind, id, userId, createdAtMs, body }) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('document')
        .values({ kind, id, user_id: userId, created_at: createdAtMs, revision: 1, body: JSON.stringify(body) })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
    async put({ kind, id, revision, body }) {
      const { numUpdatedRows } = await db
        .updateTable('document')
        .set({ revision: revision + 1, body: JSON.stringify(body) })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('revision', '=', revision)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async delete(kind, id) {
      if (!isKept(id)) return false
      const query = db.deleteFrom('document').where('kind', '=', kind).where('id', '=', id)
      const { numDeletedRows } = await query.executeTakeFirst()
      return numDeletedRows > 0n
    },
    async list({ kind, userId }) {
      const all = db.selectFrom('document').selectAll().where('kind', '=', kind)
      const own = userId === undefined ? all : all.where('user_id', '=', userId)
      return (await own.orderBy('created_at').orderBy('id').execute()).map(documentOf)
    },
  }
}

/** Ids are asked for by anybody; what no database can hold is not there. */
const isKept = (id: string) => columnText(id) === id

const documentOf = (row: Selectable<DocumentTable>): StoredDocument => ({
  kind: row.kind,
  id: row.id,
  userId: row.user_id,
  createdAtMs: row.created_at,
  revision: row.revision,
  body: JSON.parse(row.body),
})

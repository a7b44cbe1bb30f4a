import type { Selectable, Transaction } from 'kysely'
import type { StreamDraft } from '../../contract/event.ts'
import { columnText } from '../database/column-text.ts'
import type { Database } from '../database/database.ts'
import { change } from '../event/change.ts'
import type { DocumentTable, Tables } from '../tables.ts'
import type { DocumentRows, StoredDocument } from './documents.ts'

export function documentRows(database: Database): DocumentRows {
  const { db } = database
  /** Tells of a change that was made. */
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

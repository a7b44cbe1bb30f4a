import type { Database } from '../database/database.ts'

export type AnswerTables = { kept_answer: AnswerTable }

interface AnswerTable {
  user_id: string
  repeat_key: string
  fingerprint: string
  engine_id: string
  at: number
  /** Null until the first request was answered. */
  answer: string | null
}

/** One request that must not take effect twice, by the key that its sender gave it. */
export interface AnswerRow {
  userId: string
  repeatKey: string
  /** Hash of everything that the request asks for. */
  fingerprint: string
  /** The engine that answers it. */
  engineId: string
  at: number
  /** The sealed answer; null until the request is answered. */
  answer: string | null
}

type Name = Pick<AnswerRow, 'userId' | 'repeatKey'>

export interface AnswerRows {
  /** False, and nothing is changed, when this user has used the key already. */
  begin(row: Omit<AnswerRow, 'answer'>): Promise<boolean>
  get(name: Name): Promise<AnswerRow | undefined>
  finish(name: Name, answer: string): Promise<void>
  /** Removes the row of this time; one that was made since stays. */
  remove(name: Name & { at: number }): Promise<void>
  removeBefore(at: number): Promise<void>
  /** Removes at most this many answers of a user; gives their number. */
  removeOf(userId: string, limit: number): Promise<number>
}

export function answerRows({ db }: Database<AnswerTables>): AnswerRows {
  return {
    async begin({ userId, repeatKey, fingerprint, engineId, at }) {
      const row = { user_id: userId, repeat_key: repeatKey, fingerprint, engine_id: engineId, at, answer: null }
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('kept_answer')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'repeat_key']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
    async get({ userId, repeatKey }) {
      const own = db.selectFrom('kept_answer').selectAll().where('user_id', '=', userId)
      const row = await own.where('repeat_key', '=', repeatKey).executeTakeFirst()
      if (!row) return undefined
      const { fingerprint, engine_id: engineId, at, answer } = row
      return { userId, repeatKey, fingerprint, engineId, at, answer }
    },
    async finish({ userId, repeatKey }, answer) {
      const own = db.updateTable('kept_answer').set({ answer }).where('user_id', '=', userId)
      await own.where('repeat_key', '=', repeatKey).execute()
    },
    async remove({ userId, repeatKey, at }) {
      const own = db.deleteFrom('kept_answer').where('user_id', '=', userId).where('repeat_key', '=', repeatKey)
      await own.where('at', '=', at).execute()
    },
    async removeBefore(at) {
      await db.deleteFrom('kept_answer').where('at', '<', at).execute()
    },
    async removeOf(userId, limit) {
      const own = db.selectFrom('kept_answer').select('repeat_key').where('user_id', '=', userId)
      const next = own.orderBy('repeat_key').limit(limit)
      const gone = db.deleteFrom('kept_answer').where('user_id', '=', userId).where('repeat_key', 'in', next)
      return Number((await gone.executeTakeFirst()).numDeletedRows)
    },
  }
}

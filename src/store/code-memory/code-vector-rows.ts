import type { Database } from '../database/database.ts'
import { type CodePatternRow, type CodePatternTables, patternOf } from './code-pattern-rows.ts'

export type CodeVectorTables = { code_vector: CodeVectorTable }

interface CodeVectorTable {
  pattern_id: string
  user_id: string
  model: string
  made_at: number
  /** Signed bytes in base64. */
  vector: string
}

/** The place of a program among all programs, by a model. */
export interface CodeVector {
  patternId: string
  userId: string
  model: string
  madeAt: number
  vector: Int8Array
}

/** Vectors of patterns; each goes with its pattern. */
export interface CodeVectorRows {
  /** Looks at a page of the patterns of all users, the newest first: those without a vector of this model. `last` is absent on the last page. */
  without(
    model: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<{
    patterns: CodePatternRow[]
    last: string | undefined
  }>
  /** Keeps the vectors of patterns that are still there. */
  put(vectors: readonly CodeVector[]): Promise<void>
  /** Vectors of a user by this model that were made since, in the order of their making; `after` is the last of the page before. */
  since(of: { userId: string; model: string; after: Place; limit: number }): Promise<CodeVector[]>
}

export type Place = Pick<CodeVector, 'madeAt' | 'patternId'>

export function codeVectorRows({ db }: Database<CodePatternTables & CodeVectorTables>): CodeVectorRows {
  return {
    async without(model, { limit, before }) {
      const all = db.selectFrom('code_pattern').select('id').orderBy('id', 'desc').limit(limit)
      const page = (await (before === undefined ? all : all.where('id', '<', before)).execute()).map(({ id }) => id)
      if (page.length === 0) return { patterns: [], last: undefined }
      const made = db.selectFrom('code_vector').select('pattern_id').where('model', '=', model)
      const known = new Set((await made.where('pattern_id', 'in', page).execute()).map((each) => each.pattern_id))
      const missing = page.filter((id) => !known.has(id))
      const rows =
        missing.length === 0
          ? []
          : await db.selectFrom('code_pattern').selectAll().where('id', 'in', missing).orderBy('id', 'desc').execute()
      return { patterns: rows.map(patternOf), last: page.length < limit ? undefined : page.at(-1) }
    },
    put: (vectors) =>
      db.transaction().execute(async (transaction) => {
        const ids = vectors.map(({ patternId }) => patternId)
        const there = await transaction.selectFrom('code_pattern').select('id').where('id', 'in', ids).execute()
        for (const { patternId, userId, model, madeAt, vector } of vectors) {
          if (!there.some(({ id }) => id === patternId)) continue
          const made = { model, made_at: madeAt, vector: Buffer.from(vector).toString('base64') }
          await transaction
            .insertInto('code_vector')
            .values({ pattern_id: patternId, user_id: userId, ...made })
            .onConflict((conflict) => conflict.column('pattern_id').doUpdateSet(made))
            .execute()
        }
      }),
    async since({ userId, model, after, limit }) {
      const own = db.selectFrom('code_vector').selectAll().where('user_id', '=', userId).where('model', '=', model)
      const later = own.where(({ or, and, eb }) =>
        or([
          eb('made_at', '>', after.madeAt),
          and([eb('made_at', '=', after.madeAt), eb('pattern_id', '>', after.patternId)]),
        ]),
      )
      const rows = await later.orderBy('made_at').orderBy('pattern_id').limit(limit).execute()
      return rows.map(({ pattern_id, user_id, made_at, vector }) => ({
        ...{ patternId: pattern_id, userId: user_id, model, madeAt: made_at },
        vector: new Int8Array(Buffer.from(vector, 'base64')),
      }))
    },
  }
}

import type { Selectable } from 'kysely'
import type { CodePattern } from '../../contract/memory.ts'
import type { Database } from '../database/database.ts'

export type CodePatternTables = { code_pattern: CodePatternTable; code_pattern_run: CodePatternRunTable }

interface CodePatternTable {
  id: string
  user_id: string
  language: string
  fingerprint: string
  changed_at: number
  agent: string | null
  /** JSON. */
  body: string
}

interface CodePatternRunTable {
  pattern_id: string
  run_id: string
  user_id: string
}

export interface CodePatternRow extends CodePattern {
  userId: string
  /** Equal for copies that differ in names, comments and white space. */
  fingerprint: string
}

/** Programs that worked, each with the runs that prove it. Every read and write names the user. */
export interface CodePatternRows {
  /** Adds patterns, or joins each with the one of the same fingerprint. Tells which were new, and the rows as they are now. */
  put(patterns: readonly CodePatternRow[]): Promise<{ row: CodePatternRow; isNew: boolean }[]>
  get(userId: string, ids: readonly string[]): Promise<CodePatternRow[]>
  /** Newest first; `before` is the last id of the page before. */
  list(filter: { userId: string; limit: number; before?: string | undefined }): Promise<CodePatternRow[]>
  /** Number of patterns, and the moment of the last change. */
  stateOf(userId: string): Promise<{ count: number; changedAt: number }>
  changedSince(userId: string, at: number): Promise<CodePatternRow[]>
  /** Patterns that runs of this agent taught. */
  idsOfAgent(userId: string, agent: string): Promise<string[]>
  remove(userId: string, id: string): Promise<boolean>
  /** The patterns of an agent stay, as those of no agent. */
  removeAgent(userId: string, agent: string): Promise<void>
  /** Removes the patterns beyond this number that have not been seen for the longest time; gives their ids. */
  removeOldest(userId: string, keep: number): Promise<string[]>
  /** Removes the patterns that no other run proves, and the proofs of the others; gives the ids of the removed. */
  removeByRun(userId: string, runId: string): Promise<string[]>
  /** Removes patterns that did not change since; at most this many. */
  removeBefore(at: number, limit: number): Promise<number>
  removeOf(userId: string, limit: number): Promise<number>
}

/** Runs that are kept as proof. */
const MOST_RUNS = 20
const PIECE = 200

export function codePatternRows(database: Database<CodePatternTables>): CodePatternRows {
  const { db, mask = (json) => json } = database
  const all = () => db.selectFrom('code_pattern').selectAll()
  const putOne = (pattern: CodePatternRow) =>
    db.transaction().execute(async (transaction) => {
      const { userId, fingerprint, ...body } = pattern
      const same = await transaction
        .selectFrom('code_pattern')
        .selectAll()
        .where('user_id', '=', userId)
        .where('language', '=', pattern.language)
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst()
      const row = same ? joined(patternOf(same), pattern) : pattern
      const { userId: _, fingerprint: __, agent = null, ...kept } = row
      const text = mask(JSON.stringify(kept))
      const changed = { body: text, changed_at: row.changedAt }
      if (same) await transaction.updateTable('code_pattern').set(changed).where('id', '=', same.id).execute()
      else {
        const { id, language } = body
        await transaction
          .insertInto('code_pattern')
          .values({ id, user_id: userId, language, fingerprint, agent, ...changed })
          .execute()
      }
      for (const run_id of pattern.runs) {
        await transaction
          .insertInto('code_pattern_run')
          .values({ pattern_id: row.id, run_id, user_id: userId })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      return { row, isNew: !same }
    })
  const removeIds = async (ids: string[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += PIECE) {
      const piece = ids.slice(at, at + PIECE)
      await db.deleteFrom('code_pattern_run').where('pattern_id', 'in', piece).execute()
      await db.deleteFrom('code_pattern').where('id', 'in', piece).execute()
    }
  }
  const rows: CodePatternRows = {
    async put(patterns) {
      const put: { row: CodePatternRow; isNew: boolean }[] = []
      for (const pattern of patterns) put.push(await putOne(pattern))
      return put
    },
    async get(userId, ids) {
      if (ids.length === 0) return []
      return (await all().where('user_id', '=', userId).where('id', 'in', ids).execute()).map(patternOf)
    },
    async list({ userId, limit, before }) {
      const own = all().where('user_id', '=', userId)
      const page = before === undefined ? own : own.where('id', '<', before)
      return (await page.orderBy('id', 'desc').limit(limit).execute()).map(patternOf)
    },
    async stateOf(userId) {
      const { count, changed } = await db
        .selectFrom('code_pattern')
        .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('changed_at').as('changed')])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return { count: Number(count), changedAt: Number(changed ?? 0) }
    },
    async changedSince(userId, at) {
      return (await all().where('user_id', '=', userId).where('changed_at', '>=', at).execute()).map(patternOf)
    },
    async removeOldest(userId, keep) {
      const { count } = await rows.stateOf(userId)
      if (count <= keep) return []
      const own = db.selectFrom('code_pattern').select('id').where('user_id', '=', userId)
      const old = await own
        .orderBy('changed_at')
        .limit(count - keep)
        .execute()
      await removeIds(old.map(({ id }) => id))
      return old.map(({ id }) => id)
    },
    async idsOfAgent(userId, agent) {
      const own = db.selectFrom('code_pattern').select('id').where('user_id', '=', userId).where('agent', '=', agent)
      return (await own.execute()).map(({ id }) => id)
    },
    async removeAgent(userId, agent) {
      const own = db.updateTable('code_pattern').set({ agent: null }).where('user_id', '=', userId)
      await own.where('agent', '=', agent).execute()
    },
    async remove(userId, id) {
      const [own] = await all().where('user_id', '=', userId).where('id', '=', id).execute()
      if (own) await removeIds([own.id])
      return own !== undefined
    },
    async removeByRun(userId, runId) {
      const proved = await db
        .selectFrom('code_pattern_run')
        .select('pattern_id')
        .where('user_id', '=', userId)
        .where('run_id', '=', runId)
        .execute()
      await db.deleteFrom('code_pattern_run').where('user_id', '=', userId).where('run_id', '=', runId).execute()
      const held = await rows.get(
        userId,
        proved.map((each) => each.pattern_id),
      )
      const gone: string[] = []
      for (const row of held) {
        const runs = row.runs.filter((id) => id !== runId)
        const worked = Math.max(0, row.worked - 1)
        if (worked === 0 && row.source === 'run') gone.push(row.id)
        else {
          const { userId: _, fingerprint: __, agent: ___, ...kept } = { ...row, runs, worked }
          await db
            .updateTable('code_pattern')
            .set({ body: JSON.stringify(kept) })
            .where('id', '=', row.id)
            .execute()
        }
      }
      await removeIds(gone)
      return gone
    },
    async removeBefore(at, limit) {
      const old = await db.selectFrom('code_pattern').select('id').where('changed_at', '<', at).limit(limit).execute()
      await removeIds(old.map(({ id }) => id))
      return old.length
    },
    async removeOf(userId, limit) {
      const next = await db.selectFrom('code_pattern').select('id').where('user_id', '=', userId).limit(limit).execute()
      await removeIds(next.map(({ id }) => id))
      return next.length
    },
  }
  return rows
}

/**
 * The first code stays: a copy with other names is no better. A task or tests are taken over where there were none; an agent's program takes
 * them from its own runs alone, since its user may have shared it.
 */
function joined(known: CodePatternRow, copy: CodePatternRow): CodePatternRow {
  const fresh = copy.runs.filter((run) => !known.runs.includes(run))
  const { agent: _, ...more } = copy
  return {
    ...(known.agent === undefined || known.agent === copy.agent ? more : {}),
    ...known,
    source: known.source === 'run' || copy.source === 'run' ? 'run' : 'given',
    worked: known.worked + (copy.runs.length === 0 ? 0 : fresh.length),
    runs: [...fresh, ...known.runs].slice(0, MOST_RUNS),
    changedAt: copy.changedAt,
  }
}

export const patternOf = ({ user_id, fingerprint, agent, body }: Selectable<CodePatternTable>): CodePatternRow => ({
  ...(JSON.parse(body) as CodePattern),
  ...(agent !== null && { agent }),
  userId: user_id,
  fingerprint,
})

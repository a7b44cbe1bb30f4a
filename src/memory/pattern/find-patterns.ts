import type { CodePattern, FoundPattern, MemorySearch } from '../../contract/memory.ts'
import type { CodePatternRow, CodePatternRows } from '../../store/code-memory/code-pattern-rows.ts'
import { fused } from '../search/nearest.ts'
import { coverage, likeness } from './likeness.ts'
import type { ProgramVectors } from './program-vectors.ts'
import type { UserIndexes } from './user-indexes.ts'

export interface FindParts {
  rows: Pick<CodePatternRows, 'get' | 'idsOfAgent'>
  users: Pick<UserIndexes, 'of'>
  /** Undefined where no model of embeddings is configured. */
  vectors: ProgramVectors | undefined
  /** Throws where this user may not ask that agent. */
  assertShared(agent: { name: string; owner: string }, userId: string): Promise<void>
}

const LIMIT = 10
/** Candidates are read from the store for each one that is wanted, since a threshold may drop some. */
const OVER_FETCH = 3
/** Length of two orders that are joined, at least. */
const LEAST_JOINED = 50

/** Searches the programs of a user, or those of an agent of somebody who shared it. */
export function createFind({ rows, users, vectors, assertShared }: FindParts) {
  /** A model of embeddings is asked for `asker` alone: a run waits for none. */
  async function find(search: MemorySearch, userId: string, asker?: string): Promise<FoundPattern[]> {
    const { query, code, language, agent, limit = LIMIT, threshold = 0 } = search
    const user = await users.of(userId)
    const { index, ids, numbers } = user
    const of = agent === undefined ? undefined : await rows.idsOfAgent(userId, agent)
    const among = of && new Set(of.flatMap((id) => numbers.get(id) ?? []))
    const text = query ?? code ?? ''
    const isCode = query === undefined
    // A name is answered by its definitions, which no model knows better.
    const asksModel = vectors && asker !== undefined && (isCode || !index.isSymbol(text))
    const take = Math.max(limit * OVER_FETCH, asksModel ? LEAST_JOINED : 0)
    const own = index.search({ text, isCode, language, among, limit: take }).map(({ document }) => document)
    const isWanted = index.wantedIn({ language, among })
    const near = asksModel ? await vectors.nearest(text, { userId, user, asker, take, isWanted }) : []
    const best = fused(own, near).slice(0, limit * OVER_FETCH)
    const wanted = best.map((document) => ids[document] ?? '')
    const kept = new Map((await rows.get(userId, wanted)).map((row) => [row.id, row]))
    const scored = wanted.flatMap((id): FoundPattern[] => {
      const row = kept.get(id)
      if (!row) return []
      const score = isCode
        ? likeness({ code: text, language: language ?? row.language }, row)
        : coverage(text, `${row.task ?? ''}\n${row.code}`, index.weightOf)
      return [{ ...shown(row), score }]
    })
    // The index and a model weigh more than the score shows, so theirs is the order; the score tells how much is the same.
    return scored.filter(({ score }) => score >= threshold).slice(0, limit)
  }
  return {
    find,
    /** The search of a person: it may name an agent, of another user too. */
    async ask({ user, ...search }: MemorySearch, userId: string): Promise<FoundPattern[]> {
      const { agent } = search
      if (agent === undefined) return find(search, userId, userId)
      const owner = user ?? userId
      await assertShared({ name: agent, owner }, userId)
      const found = await find(search, owner, userId)
      // Runs of others are nobody else's concern.
      return owner === userId ? found : found.map((pattern) => ({ ...pattern, runs: [] }))
    },
  }
}

export const shown = ({ userId: _, fingerprint: __, ...pattern }: CodePatternRow): CodePattern => pattern

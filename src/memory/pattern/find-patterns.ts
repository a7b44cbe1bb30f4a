import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CodePattern, FoundPattern, MemorySearch } from '../../contract/memory.ts'
import type { CodePatternRow, CodePatternRows } from '../../store/code-memory/code-pattern-rows.ts'
import { fused } from '../search/nearest.ts'
import { coverageOf, likenessTo } from './likeness.ts'
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
    const scoreOf = isCode ? likenessOf(text, language) : ofTaskAndCode(coverageOf(text, index.weightOf))
    // The index and a model weigh more than the score shows, so theirs is the order; the score tells how much is the same.
    const found: FoundPattern[] = []
    for (const id of wanted) {
      const row = kept.get(id)
      const score = row ? scoreOf(row) : 0
      if (row && score >= threshold) found.push({ ...shown(row), score })
      if (found.length === limit) break
      await nextTurn()
    }
    return found
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

/** Compared with a program of no told language as if both had the same. */
function likenessOf(code: string, language: string | undefined): (row: CodePatternRow) => number {
  const compared = new Map<string, (row: CodePatternRow) => number>()
  return (row) => {
    const read = language ?? row.language
    const compare = compared.get(read) ?? likenessTo({ code, language: read })
    compared.set(read, compare)
    return compare(row)
  }
}

const ofTaskAndCode = (covered: (text: string) => number) => (row: CodePatternRow) =>
  covered(`${row.task ?? ''}\n${row.code}`)

export const shown = ({ userId: _, fingerprint: __, ...pattern }: CodePatternRow): CodePattern => pattern

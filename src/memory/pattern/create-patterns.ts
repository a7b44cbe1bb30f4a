import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
import type { PatternRequest } from '../../contract/memory.ts'
import type { CodePatternRow } from '../../store/code-memory/code-pattern-rows.ts'
import type { Store } from '../../store/store.ts'
import type { WordVectors } from '../search/word-vectors.ts'
import { identifiersIn } from '../search/words.ts'
import { analysisOf } from './analysis.ts'
import { createFind, type FindParts, shown } from './find-patterns.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { PatternsApi, WorkingCode } from './patterns-api.ts'
import { reasonsFor } from './suggestions.ts'
import { createUserIndexes } from './user-indexes.ts'

export interface PatternNeeds
  extends Pick<Ground, 'clock' | 'newId' | 'onTrouble'>,
    Pick<FindParts, 'assertShared' | 'vectors'> {
  config: { memoryPatterns: number }
  store: Pick<Store, 'codePatterns' | 'knownRepairs'>
  wordVectors(): Promise<WordVectors | undefined>
  /** Resolves when every repair that was learnt is written. */
  repairsSettled(): Promise<void>
  diff(before: string, after: string, fileName: string): string
}

const SUGGEST_FROM = 0.3
const WRITE_AFTER_MS = 300
/** Programs that wait to be written; more are not learnt from. */
const MOST_WAITING = 1000
const LEAST_WORDS = 3
/** Larger memories are searched when somebody asks, and not by every run: a search of so many takes 3 ms of the server's thread. */
const MOST_RECALLED = 100_000
/** Most programs that a run waits for when its user's index has not been read yet. */
const MOST_AWAITED = 200
const MOST_CODE = 100_000
const MOST_ANALYSED = 10_000

export function createPatterns({
  config,
  store,
  clock,
  newId,
  onTrouble,
  wordVectors,
  repairsSettled,
  assertShared,
  vectors,
  diff,
}: PatternNeeds): PatternsApi {
  const rows = store.codePatterns
  const users = createUserIndexes({ rows, wordVectors, clock })
  let waiting: WorkingCode[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const rowOf = (
    { code, language, task, tests }: PatternRequest,
    userId: string,
    run?: Pick<WorkingCode, 'runId' | 'agent'>,
  ): CodePatternRow => ({
    ...{ id: newId('pat'), userId, language, code, fingerprint: fingerprintOf(code, language) },
    ...(task !== undefined && { task }),
    ...(tests && tests.length > 0 && { tests }),
    ...(run === undefined
      ? { source: 'given' as const, worked: 0, runs: [] }
      : { source: 'run' as const, worked: 1, runs: [run.runId] }),
    ...(run?.agent !== undefined && { agent: run.agent }),
    ...{ createdAt: clock(), changedAt: clock() },
  })
  async function keep(row: CodePatternRow): Promise<{ row: CodePatternRow; isNew: boolean }> {
    const [kept] = await rows.put([row])
    if (!kept) throw new Error('the store kept no pattern')
    if (kept.isNew) {
      await users.put(row.userId, kept.row)
      vectors?.makeSoon()
    }
    return kept
  }
  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    for (const { userId, runId, agent, tests, ...pattern } of batch) {
      const given = { ...pattern, ...(tests && { tests: [...tests] }) }
      await keep(rowOf(given, userId, { runId, agent }))
    }
    for (const userId of new Set(batch.map((each) => each.userId))) {
      for (const id of await rows.removeOldest(userId, config.memoryPatterns)) await users.remove(userId, id)
    }
  }
  const writeSoon = () => {
    writing = writing.then(write).catch(onTrouble)
    return writing
  }

  const settled = async () => {
    await writeSoon()
    await repairsSettled()
  }

  const { find, ask } = createFind({ rows, users, vectors, assertShared })

  return {
    async storePattern(request, userId) {
      const { count } = await rows.stateOf(userId)
      if (count >= config.memoryPatterns) throw new EngineError('MEMORY_FULL', { most: config.memoryPatterns })
      const { row, isNew } = await keep(rowOf(request, userId))
      return { pattern: shown(row), isNew }
    },
    findSimilarPatterns: ask,
    async recall(search, userId) {
      if (users.isRead(userId)) {
        const { index } = await users.of(userId)
        return index.count() > MOST_RECALLED ? [] : find(search, userId)
      }
      const { count } = await rows.stateOf(userId)
      if (count === 0 || count > MOST_RECALLED) return []
      if (count > MOST_AWAITED) {
        void users.of(userId).catch(onTrouble)
        return []
      }
      return find(search, userId)
    },
    async getPatternSuggestions(search, userId) {
      const threshold = Math.max(SUGGEST_FROM, search.threshold ?? 0)
      const found = await find({ ...search, query: undefined, threshold }, userId)
      const own = fingerprintOf(search.code, search.language ?? found[0]?.language ?? '')
      return found.flatMap((pattern) => {
        if (fingerprintOf(pattern.code, pattern.language) === own) return []
        const reasons = reasonsFor(pattern, search.code)
        return reasons.length === 0 ? [] : [{ pattern, diff: diff(search.code, pattern.code, 'program'), reasons }]
      })
    },
    async analyse(userId) {
      const [patterns, repairs] = await Promise.all([
        rows.list({ userId, limit: MOST_ANALYSED }),
        store.knownRepairs.list(userId, MOST_ANALYSED),
      ])
      return analysisOf(patterns.map(shown), repairs)
    },
    async get(id, userId) {
      const [row] = await rows.get(userId, [id])
      if (!row) throw new EngineError('PATTERN_NOT_FOUND', { patternId: id })
      return shown(row)
    },
    list: async (query) => (await rows.list(query)).map(shown),
    async forget(id, userId) {
      if (!(await rows.remove(userId, id))) throw new EngineError('PATTERN_NOT_FOUND', { patternId: id })
      await users.remove(userId, id)
    },
    async forgetRun(runId, userId) {
      await settled()
      const gone = await rows.removeByRun(userId, runId)
      for (const id of gone) await users.remove(userId, id)
      return gone.length + (await store.knownRepairs.removeByRun(userId, runId))
    },
    async forgetUser(userId) {
      waiting = waiting.filter((each) => each.userId !== userId)
      await settled()
      users.forgetUser(userId)
    },
    remember(working) {
      const { code } = working
      const isTelling = code.length <= MOST_CODE && new Set(identifiersIn(code)).size >= LEAST_WORDS
      if (!isTelling || waiting.length >= MOST_WAITING) return
      waiting.push(working)
      timer ??= setTimeout(writeSoon, WRITE_AFTER_MS)
      timer.unref()
    },
    settled,
    vectorsMade: async () => vectors?.made(),
  }
}

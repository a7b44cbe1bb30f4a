import { setImmediate as otherWork } from 'node:timers/promises'
import type { CodePatternRow, CodePatternRows } from '../../store/code-memory/code-pattern-rows.ts'
import { createSearchIndex, type SearchIndex } from '../search/create-index.ts'
import { fieldsOf } from '../search/fields.ts'
import type { WordVectors } from '../search/word-vectors.ts'

/** The search index of one user: numbers alone, the text stays in the store. */
export interface UserIndex {
  index: SearchIndex
  /** Ids by the numbers of documents. */
  ids: string[]
  numbers: Map<string, number>
}

export interface UserIndexParts {
  rows: Pick<CodePatternRows, 'list' | 'stateOf' | 'changedSince'>
  wordVectors(): Promise<WordVectors | undefined>
  clock(): number
}

const PAGE = 1000
/** Most patterns of all users in memory; the users that asked longest ago go first. */
const MOST_LOADED = 200_000
/** Time that reading rows may hold the thread that serves everybody. */
const TURN_MS = 8
/** Interval at which changes of other engines are looked for. */
const LOOK_MS = 1000

interface Loaded extends UserIndex {
  changedAt: number
  lookedAt: number
}

export type UserIndexes = ReturnType<typeof createUserIndexes>

/** Indexes of users, loaded when one asks, each apart from all others. */
export function createUserIndexes({ rows, wordVectors, clock }: UserIndexParts) {
  const users = new Map<string, Promise<Loaded>>()
  /** Users whose index has been read. */
  const read = new Set<string>()
  const drop = (userId: string): void => {
    users.delete(userId)
    read.delete(userId)
  }

  async function load(userId: string): Promise<Loaded> {
    const loaded = {
      index: createSearchIndex(await wordVectors()),
      ids: [],
      numbers: new Map(),
      changedAt: 0,
      lookedAt: clock(),
    }
    let restAt = performance.now() + TURN_MS
    for (let before: string | undefined; ; ) {
      const page = await rows.list({ userId, limit: PAGE, before })
      for (const row of page) {
        put(loaded, row)
        if (performance.now() < restAt) continue
        await otherWork()
        restAt = performance.now() + TURN_MS
      }
      if (page.length < PAGE) return loaded
      before = page.at(-1)?.id
    }
  }
  /** Another engine may have changed the rows. */
  async function refresh(userId: string, loaded: Loaded): Promise<Loaded> {
    if (clock() - loaded.lookedAt < LOOK_MS) return loaded
    loaded.lookedAt = clock()
    const state = await rows.stateOf(userId)
    if (state.changedAt > loaded.changedAt) {
      for (const row of await rows.changedSince(userId, loaded.changedAt)) put(loaded, row)
    }
    return state.count === loaded.index.count() ? loaded : load(userId)
  }
  async function forgetLongestAgo(): Promise<void> {
    let count = 0
    for (const [userId, loading] of [...users].reverse()) {
      const { index } = await loading
      count += index.count()
      if (count > MOST_LOADED && users.size > 1) drop(userId)
    }
  }
  return {
    async of(userId: string): Promise<UserIndex> {
      const known = users.get(userId)
      const loading = known ? known.then((loaded) => refresh(userId, loaded)) : load(userId)
      users.delete(userId)
      users.set(userId, loading)
      loading.catch(() => drop(userId))
      const loaded = await loading
      read.add(userId)
      if (!known) await forgetLongestAgo()
      return loaded
    },
    /** Tells of a change that this engine made; a user who is not loaded will read it anyway. */
    async put(userId: string, row: CodePatternRow): Promise<void> {
      const loaded = await users.get(userId)
      if (loaded) put(loaded, row)
    },
    async remove(userId: string, id: string): Promise<void> {
      const loaded = await users.get(userId)
      const number = loaded?.numbers.get(id)
      if (!loaded || number === undefined) return
      loaded.index.remove(number)
      loaded.numbers.delete(id)
      loaded.ids[number] = ''
    },
    forgetUser: drop,
    isRead: (userId: string): boolean => read.has(userId),
  }
}

function put(loaded: Loaded, row: CodePatternRow): void {
  loaded.changedAt = Math.max(loaded.changedAt, row.changedAt)
  if (loaded.numbers.has(row.id)) return
  const number = loaded.ids.length
  loaded.ids.push(row.id)
  loaded.numbers.set(row.id, number)
  loaded.index.add(number, { ...fieldsOf(row.code, row.task), language: row.language })
}

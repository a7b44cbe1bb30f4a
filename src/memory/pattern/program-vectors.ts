import { setImmediate as otherWork } from 'node:timers/promises'
import type { Payer } from '../../contract/effect.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
import type { CodePatternRow } from '../../store/code-memory/code-pattern-rows.ts'
import type { CodeVectorRows, Place } from '../../store/code-memory/code-vector-rows.ts'
import { bytesOf, createNearest, type Nearest } from '../search/nearest.ts'
import type { UserIndex } from './user-indexes.ts'

/** A model that gives texts a place among all texts. */
export interface AskedEmbedder {
  id: string
  embed(
    texts: readonly string[],
    asking: { signal: AbortSignal; payer: Payer },
  ): Promise<{ vectors: readonly (readonly number[])[] }>
}

export interface ProgramVectorParts extends Pick<Ground, 'clock' | 'onTrouble'> {
  embedder: AskedEmbedder
  rows: CodeVectorRows
  /** A process that runs one program and ends leaves the vectors to the next server. */
  isBrief: boolean
}

interface Question {
  userId: string
  user: UserIndex
  /** The user who asks, and pays for it. */
  asker: string
  take: number
  isWanted(document: number): boolean
}

/** Vectors of remembered programs, made in the background. */
export interface ProgramVectors {
  /** Documents of a user's index by their nearness to a text, which another may ask; none where the model does not answer in time. */
  nearest(text: string, of: Question): Promise<number[]>
  /** There are new programs; or, with `whole`, there may be older ones without a vector too. */
  makeSoon(options?: { whole: boolean }): void
  /** Resolves when every program has its vector, or the model has failed. */
  made(): Promise<void>
  close(): Promise<void>
}

/** A search waits for the model so long, and goes on without it. */
const PATIENCE_MS = 2000
const MAKING_MS = 60_000
const SOON_MS = 1000
const [AGAIN_MS, LATEST_AGAIN_MS] = [60_000, 3_600_000]
/** Programs that one question to the model has at most. */
const BATCH = 32
const PAGE = 200
/** Models read no more than some thousand tokens, and the beginning tells most. */
const MOST_TEXT = 6000
const MOST_REFUSED = 3
/** Another engine may store a vector later than one that it made after it. */
const LATE_MS = 60_000

export function createProgramVectors({
  embedder,
  rows,
  isBrief,
  clock,
  onTrouble,
}: ProgramVectorParts): ProgramVectors {
  const closing = new AbortController()
  const loaded = new WeakMap<UserIndex, { nearest: Nearest; madeAt: number }>()
  let making: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let againMs = AGAIN_MS
  /** Whether older programs may be without a vector, since the last try failed or the model may be another. */
  let isWhole = true

  async function make(batch: CodePatternRow[], userId: string): Promise<void> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(MAKING_MS)])
    const { vectors } = await embedder.embed(batch.map(textOf), { signal, payer: { userId } })
    const of = { userId, model: embedder.id, madeAt: clock() }
    await rows.put(batch.map(({ id }, at) => ({ ...of, patternId: id, vector: bytesOf(vectors[at] ?? []) })))
  }
  async function makeAll(): Promise<void> {
    const all = isWhole
    let refused = 0
    isWhole = true
    for (let before: string | undefined; ; await otherWork()) {
      const { patterns, last } = await rows.without(embedder.id, { before, limit: PAGE })
      for (const batch of batchesOf(patterns)) {
        await make(batch, batch[0]?.userId ?? '').catch((error) => {
          // The user has spent the tokens of the day.
          if (codeOf(error) === 'APPROVAL_DENIED') return
          if (codeOf(error) !== 'MODEL_REFUSED' || ++refused > MOST_REFUSED) throw error
          onTrouble(error)
        })
      }
      if (last === undefined || (!all && patterns.length === 0)) break
      before = last
    }
    isWhole = false
  }
  const makeIn = (ms: number): void => {
    if (!closing.signal.aborted) timer ??= setTimeout(() => void makeNow(), ms).unref()
  }
  const makeNow = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    making = making.then(makeAll).then(
      () => {
        againMs = AGAIN_MS
      },
      (error) => {
        if (closing.signal.aborted) return
        onTrouble(error)
        makeIn(againMs)
        againMs = Math.min(againMs * 2, LATEST_AGAIN_MS)
      },
    )
    return making
  }
  /** The vectors of an index, with those that were made since the last question. */
  async function vectorsOf(user: UserIndex, userId: string): Promise<Nearest> {
    const known = loaded.get(user) ?? { nearest: createNearest(), madeAt: 0 }
    loaded.set(user, known)
    let after: Place = { madeAt: known.madeAt - LATE_MS, patternId: '' }
    for (;;) {
      const page = await rows.since({ userId, model: embedder.id, after, limit: PAGE })
      for (const { patternId, vector, madeAt } of page) {
        const document = user.numbers.get(patternId)
        if (document !== undefined) known.nearest.put(document, vector)
        known.madeAt = Math.max(known.madeAt, madeAt)
      }
      after = page.at(-1) ?? after
      if (page.length < PAGE) return known.nearest
      await otherWork()
    }
  }
  return {
    async nearest(text, { userId, user, asker, ...options }) {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const asking = embedder.embed([text.slice(0, MOST_TEXT)], { signal, payer: { userId: asker } })
      const answer = await orNothing(asking, signal)
      const vector = answer?.vectors[0]
      return vector ? (await vectorsOf(user, userId)).order(bytesOf(vector), options) : []
    },
    makeSoon({ whole } = { whole: false }) {
      isWhole ||= whole
      if (!isBrief) makeIn(SOON_MS)
    },
    made: makeNow,
    async close() {
      closing.abort()
      clearTimeout(timer)
      await making
    },
  }
}

const textOf = ({ task = '', code }: CodePatternRow): string => `${task}\n${code}`.trim().slice(0, MOST_TEXT)

function batchesOf(patterns: readonly CodePatternRow[]): CodePatternRow[][] {
  const users = Map.groupBy(patterns, ({ userId }) => userId)
  return [...users.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / BATCH) }, (_, at) => own.slice(at * BATCH, (at + 1) * BATCH)),
  )
}

const codeOf = (error: unknown) => (error instanceof EngineError ? error.code : undefined)

/** A model that fails is no failure of the search, and one that does not even notice the end of its time holds nobody up. */
async function orNothing<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const over = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
  return Promise.race([work.catch(() => undefined), over])
}

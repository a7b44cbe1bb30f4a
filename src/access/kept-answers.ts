import { EngineError } from '../contract/errors.ts'
import type { AnswerRow } from '../store/answer/answer-rows.ts'
import type { Store } from '../store/store.ts'
import type { Seal } from './sealed-text.ts'

/** An answer that a repetition of its request gets. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  /** The text of the answer, or the path of our API where it can be read. */
  content: { body: string } | { place: string }
}

/** A request that its sender may repeat. */
export type Repeatable = Pick<AnswerRow, 'userId' | 'repeatKey' | 'fingerprint'>

export interface KeptAnswers {
  /**
   * Begins a request, or gives the answer of its first coming. Throws where the key stands for another request, or the
   * first one is not answered.
   */
  begin(request: Repeatable): Promise<KeptAnswer | undefined>
  finish(request: Repeatable, answer: KeptAnswer): Promise<void>
  /** Nothing came of the request: a repetition begins anew. */
  forget(request: Repeatable): Promise<void>
  /** The outcome of the request is unknown: a repetition is refused. */
  abandon(request: Repeatable): void
}

export interface KeptAnswerParts {
  store: Pick<Store, 'answers' | 'leases'>
  seal: Seal
  engineId: string
  clock(): number
}

export const ANSWER_KEPT_MS = 86_400_000

/** Answers are sealed, since that of a new key has the key in it. */
export function createKeptAnswers({ store, seal, engineId, clock }: KeptAnswerParts): KeptAnswers {
  const rows = store.answers
  /** The start times of requests that this engine answers. */
  const begun = new Map<string, number>()
  /** The start times of requests whose answer nobody knows; each is forgotten when its row is. */
  const broken = new Map<string, number>()
  const nameOf = ({ userId, repeatKey }: Pick<Repeatable, 'userId' | 'repeatKey'>) =>
    JSON.stringify([userId, repeatKey])

  const isUnderWay = async (row: AnswerRow): Promise<boolean> =>
    row.engineId === engineId ? !broken.has(nameOf(row)) : (await store.leases.living(clock())).includes(row.engineId)

  const answerOf = async (row: AnswerRow, { fingerprint, repeatKey }: Repeatable): Promise<KeptAnswer> => {
    if (row.fingerprint !== fingerprint) throw new EngineError('REPEAT_DIFFERS', { key: repeatKey })
    if (row.answer !== null) return JSON.parse(seal.open(JSON.parse(row.answer), nameOf(row))) as KeptAnswer
    if (await isUnderWay(row)) throw new EngineError('REPEAT_UNDER_WAY', { key: repeatKey, retryAfterS: 1 })
    throw new EngineError('REPEAT_UNANSWERED', { key: repeatKey })
  }
  return {
    async begin(request) {
      for (;;) {
        const at = clock()
        if (await rows.begin({ ...request, engineId, at })) {
          begun.set(nameOf(request), at)
          broken.delete(nameOf(request))
          return undefined
        }
        const row = await rows.get(request)
        // Another request may have been forgotten meanwhile.
        if (!row) continue
        if (row.at > at - ANSWER_KEPT_MS) return answerOf(row, request)
        await rows.remove(row)
      }
    },
    async finish(request, answer) {
      begun.delete(nameOf(request))
      await rows.finish(request, JSON.stringify(seal.close(JSON.stringify(answer), nameOf(request))))
    },
    async forget(request) {
      const at = begun.get(nameOf(request))
      begun.delete(nameOf(request))
      if (at !== undefined) await rows.remove({ ...request, at })
    },
    abandon(request) {
      const now = clock()
      for (const [name, at] of broken) if (at <= now - ANSWER_KEPT_MS) broken.delete(name)
      broken.set(nameOf(request), begun.get(nameOf(request)) ?? now)
      begun.delete(nameOf(request))
    },
  }
}

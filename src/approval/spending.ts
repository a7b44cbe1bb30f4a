import { z } from 'zod'
import type { ApprovalPolicy } from '../contract/approval.ts'
import type { Pass, Purse } from '../contract/effect.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { Store } from '../store/store.ts'

export interface SpendingParts extends Pick<Ground, 'clock' | 'onTrouble'> {
  documents: Store['documents']
  policiesFor(userId: string): Promise<ApprovalPolicy[]>
  pass: Pass
}

const KIND = 'spending'
const kept = z.object({ day: z.string(), tokens: z.number() })

/**
 * Counts the tokens that a user spends in a day, where a policy has an amount for it. The highest price of a question is counted before
 * it is asked, so that many at once cannot pass the amount together; an engine that dies leaves too much counted, never too little.
 */
export function createSpending({ documents, policiesFor, pass, clock, onTrouble }: SpendingParts) {
  /** False, and nothing is counted, beyond the most. */
  async function count(userId: string, { day, tokens, most }: { day: string; tokens: number; most: number }) {
    for (;;) {
      const known = await documents.get(KIND, userId)
      const before = known ? kept.parse(known.body) : { day, tokens: 0 }
      const spent = before.day === day ? before.tokens : 0
      if (spent + tokens > most) return false
      const change = { kind: KIND, id: userId, body: { day, tokens: Math.max(0, spent + tokens) } }
      const isMade = known
        ? await documents.put({ ...change, revision: known.revision })
        : await documents.insert({ ...change, userId, createdAtMs: clock() })
      if (isMade) return true
    }
  }

  const take: Purse = async ({ model, tokens, of, asksNobody = false }, signal) => {
    const limit = limitOf(await policiesFor(of.userId))
    if (limit === undefined) return async () => {}
    const day = dayOf(clock())
    if (!(await count(of.userId, { day, tokens, most: limit }))) {
      const title = `Ask ${model}: up to ${tokens} tokens, beyond the ${limit} of a day`
      if (asksNobody) throw new EngineError('APPROVAL_DENIED', { title, why: 'nobody is asked for it' })
      const { onAsk, ...who } = of
      const bound = { arguments: { model, day, limit, tokens }, scope: { model }, names: [model] }
      await pass({ kind: 'spending', ...who, title, ...bound }, signal, onAsk)
      await count(of.userId, { day, tokens, most: Number.POSITIVE_INFINITY })
    }
    return async (spent) => {
      // Tokens of yesterday are nobody's concern today.
      if (dayOf(clock()) !== day) return
      const given = { day, tokens: spent - tokens, most: Number.POSITIVE_INFINITY }
      await count(of.userId, given).catch(onTrouble)
    }
  }
  return { take, forget: async (userId: string) => void (await documents.delete(KIND, userId)) }
}

/** Each policy can ask: the least amount counts. */
function limitOf(policies: ApprovalPolicy[]): number | undefined {
  const limits = policies.flatMap(({ dayTokens }) => dayTokens ?? [])
  return limits.length === 0 ? undefined : Math.min(...limits)
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

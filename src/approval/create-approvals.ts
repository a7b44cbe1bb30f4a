import type { Approval, ApprovalDecision, ApprovalPolicy } from '../contract/approval.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { AnswerOf, ApprovalRow } from '../store/approval/approval-rows.ts'
import type { Store } from '../store/store.ts'
import type { ApprovalsApi, Decider, Effect } from './approvals-api.ts'
import { argumentsHash } from './arguments-hash.ts'
import { type Asking, askingRule, asksAbout, newHostsOf, openingRule } from './asking-rule.ts'
import { covers } from './glob.ts'
import { createWaiting } from './waiting.ts'

export interface ApprovalParts extends Pick<Ground, 'clock' | 'newId'> {
  store: Pick<Store, 'approvals'>
  waitMs: number
  by: 'owner' | 'admin'
  policiesFor(userId: string): Promise<ApprovalPolicy[]>
}

const DAY_MS = 86_400_000
/** Suggestions of a user in a day that nobody has answered: a program may ask for any number of hosts. */
const MOST_SUGGESTED = 100

/** Questions at the edge: who asks, which approval answers, and how an effect waits. */
export function createApprovals(parts: ApprovalParts): Omit<ApprovalsApi, 'policies' | 'purse' | 'forget'> {
  const { store, clock } = parts
  const waiting = createWaiting({ rows: store.approvals, clock })

  /** Undefined when no policy asks about the effect. */
  async function asking(effect: Effect): Promise<Asking | undefined> {
    return askingRule(effect, await parts.policiesFor(effect.userId))
  }

  async function isCovered(effect: Effect, { names }: Asking): Promise<boolean> {
    const good = await store.approvals.good({ userId: effect.userId, now: clock() })
    const ofKind = good.filter(({ kind }) => kind === effect.kind)
    const scope = argumentsHash(effect.kind, effect.scope ?? effect.arguments)
    const inSession = ofKind.filter((row) => row.for === 'session' && row.sessionId === (effect.sessionId ?? null))
    if (inSession.some(({ scopeHash }) => scopeHash === scope)) return true
    const patterns = ofKind.flatMap((row) => (row.for === 'pattern' && row.pattern !== null ? [row.pattern] : []))
    return names.length > 0 && names.every((name) => patterns.some((pattern) => covers(pattern, name)))
  }

  async function pass(effect: Effect, signal: AbortSignal, onAsk: (approval: Approval) => void): Promise<void> {
    const rule = await asking(effect)
    if (!rule || (await isCovered(effect, rule))) return
    const of = answerOf(effect)
    for (;;) {
      signal.throwIfAborted()
      const answer = await store.approvals.use({ ...of, now: clock() })
      if (answer) return settle(effect, answer)
      const asked = await store.approvals.ask(newApproval(parts, effect, { rule, of }))
      onAsk(approvalOf(asked))
      const decided = await waiting.until(asked, signal)
      if (decided.state === 'expired') throw denied(effect, `nobody answered question ${asked.id} in time`)
      // A no, and a lasting yes, answer everybody who waits; any other yes is for one of them, and `use` says which.
      if (decided.state === 'denied') await store.approvals.use({ ...of, now: clock() })
      if (decided.state === 'denied' || decided.goodUntil !== null) return settle(effect, decided)
    }
  }

  const suggest: ApprovalsApi['suggest'] = async (effect, { mayAsk, onAsk }) => {
    const rule = openingRule(effect, await parts.policiesFor(effect.userId))
    if (!rule) return 'no'
    if (await isCovered(effect, rule)) return 'yes'
    const of = answerOf(effect)
    const question = newApproval(parts, effect, { rule, of })
    const most = { unanswered: mayAsk ? MOST_SUGGESTED : 0, since: clock() - DAY_MS }
    const found = await store.approvals.suggest({ ...question, suggested: true }, most)
    if (found.state === 'approved') return 'yes'
    if (found.state === 'refused') return 'no'
    if (found.isNew) onAsk?.(approvalOf(found.approval))
    return 'asked'
  }

  const owned = async (id: string, userId: string, { isAdmin = false }: Decider): Promise<ApprovalRow> => {
    const row = await store.approvals.get(id)
    if (!row || (row.userId !== userId && !isAdmin)) throw new EngineError('APPROVAL_NOT_FOUND', { approvalId: id })
    return row
  }

  return {
    pass: (effect, signal, onAsk = () => {}) => pass(effect, signal, onAsk),
    suggest,
    opensHosts: async (userId) => newHostsOf(await parts.policiesFor(userId)).length > 0,
    async isFree(effect) {
      const rule = await asking(effect)
      return rule === undefined || isCovered(effect, rule)
    },
    asks: async (kind, userId) => asksAbout(kind, await parts.policiesFor(userId)),
    list: async (query) => (await store.approvals.list(query)).map(approvalOf),
    get: async (id, userId, decider = {}) => approvalOf(await owned(id, userId, decider)),
    async decide(id, userId, decision, decider = {}) {
      const row = await owned(id, userId, decider)
      if (parts.by === 'admin' && !decider.isAdmin)
        throw new EngineError('FORBIDDEN', { what: 'answer questions; this server takes the answers of admins alone' })
      const granted = grantOf(row, decision, clock())
      const decided = await store.approvals.decide({ id, by: userId, at: clock(), ...granted })
      if (!decided) {
        const { state } = await owned(id, userId, decider)
        throw new EngineError('APPROVAL_DECIDED', { approvalId: id, state })
      }
      waiting.wake(id)
      return approvalOf(decided)
    },
  }
}

const answerOf = ({ userId, sessionId, kind, arguments: given }: Effect): Omit<AnswerOf, 'now'> => ({
  ...{ userId, sessionId: sessionId ?? null, kind, hash: argumentsHash(kind, given) },
})

function newApproval(
  { clock, newId, waitMs }: Pick<ApprovalParts, 'clock' | 'newId' | 'waitMs'>,
  effect: Effect,
  { rule, of }: { rule: Asking; of: Omit<AnswerOf, 'now'> },
) {
  const askedAt = clock()
  return {
    ...{ id: newId('apr'), ...of, title: effect.title, arguments: effect.arguments, ...rule },
    ...{ actionId: effect.actionId ?? null, cause: effect.cause ?? null, askedAt, expiresAt: askedAt + waitMs },
    suggested: false,
    scopeHash: argumentsHash(effect.kind, effect.scope ?? effect.arguments),
  }
}

function settle(effect: Effect, { id, state, decidedBy }: ApprovalRow): void {
  if (state !== 'approved') throw denied(effect, `${decidedBy} said no to question ${id}`)
}

const denied = ({ title }: Effect, why: string) => new EngineError('APPROVAL_DENIED', { title, why })

function grantOf(row: ApprovalRow, { decision, for: wanted, pattern, ttlMs = DAY_MS }: ApprovalDecision, now: number) {
  const problems: string[] = []
  if (decision === 'deny' && wanted !== undefined && wanted !== 'once') problems.push('body.for: goes with "approve"')
  if (wanted === 'session' && row.sessionId === null && !isInMachine(row))
    problems.push('body.for: the effect is in no session')
  if (pattern !== undefined && wanted !== 'pattern') problems.push('body.pattern: goes with "for": "pattern"')
  const rule = pattern ?? row.suggestion?.pattern
  if (wanted === 'pattern' && rule === undefined) problems.push('body.pattern: is missing; the question suggests none')
  if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
  if (decision === 'deny') return { state: 'denied' as const, for: null, pattern: null, goodUntil: null }
  const lasts = wanted === 'session' || wanted === 'pattern'
  return {
    state: 'approved' as const,
    for: wanted ?? ('once' as const),
    pattern: wanted === 'pattern' ? (rule ?? null) : null,
    goodUntil: lasts ? now + ttlMs : null,
  }
}

/** A machine is named in the arguments: an answer for it is bound to them. */
const isInMachine = ({ arguments: given }: ApprovalRow): boolean =>
  typeof given === 'object' && given !== null && 'machine' in given

const approvalOf = ({ scopeHash: _, ...approval }: ApprovalRow): Approval => approval

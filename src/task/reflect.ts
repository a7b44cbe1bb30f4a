import type { ActionOutcome, ActionReach, ActionRequest, ActionResult } from '../contract/action.ts'
import type { Expectation, Revision, TaskAttempt, TaskStop, Verdict } from '../contract/task.ts'
import { judge } from './judge.ts'
import type { Tried } from './revise-by-rules.ts'

export interface ReflectNeeds {
  actions: {
    executeAction(
      request: ActionRequest,
      caller: { userId: string; signal: AbortSignal; cause?: string },
    ): Promise<ActionResult>
    problemsOf(request: ActionRequest): string[]
    reachOf(request: ActionRequest, userId?: string): Promise<ActionReach>
  }
  sessions: {
    checkpoints: {
      create(sessionId: string, owner: Owner, request: { label: string }): Promise<{ id: string }>
      restore(id: string, owner: Owner): Promise<unknown>
      remove(id: string, userId: string): Promise<unknown>
    }
  }
}

interface Owner {
  userId: string
  signal: AbortSignal
}

export interface Reflecting extends Owner {
  action: ActionRequest
  expect?: Expectation | undefined
  attempts: number
  cause: string
  /** Stores a try, and gives its event: the cause of the next one. */
  onTried(attempt: TaskAttempt): Promise<string>
  onRevised(attempt: number, revision: Revision): Promise<string>
  revise(tried: Tried & { verdict: Verdict }): Promise<Revision | undefined>
}

export interface Reflected {
  attempts: TaskAttempt[]
  stopped: TaskStop
  outcome: ActionOutcome
  last: ActionResult
}

/** Does an action, judges it, revises it and does it again, each time from the state before. `ok` only when the judge passed. */
export async function reflect(needs: ReflectNeeds, reflecting: Reflecting): Promise<Reflected> {
  const before = await stateBefore(needs, reflecting)
  const attempts: TaskAttempt[] = []
  let { action, cause } = reflecting
  try {
    for (let n = 1; ; n++) {
      const { userId, signal } = reflecting
      const result = await needs.actions.executeAction(action, { userId, signal, cause })
      const attempt: TaskAttempt = { n, action: result, verdict: judge(result, reflecting.expect) }
      attempts.push(attempt)
      cause = await reflecting.onTried(attempt)
      const next = await nextOf(needs, { ...reflecting, action }, attempt)
      if (typeof next === 'string') return { attempts, stopped: next, outcome: outcomeOf(attempt), last: result }
      attempt.revision = next
      cause = await reflecting.onRevised(n + 1, next)
      if (before) await needs.sessions.checkpoints.restore(before, reflecting)
      action = { ...action, input: next.input }
    }
  } finally {
    if (before) await needs.sessions.checkpoints.remove(before, reflecting.userId)
  }
}

/** A program that ended well with a wrong result has changed its session: the next try begins from the state before it. */
async function stateBefore(
  needs: ReflectNeeds,
  { action, expect, userId, signal }: Reflecting,
): Promise<string | undefined> {
  if (action.session === undefined || expect === undefined) return undefined
  const { id } = await needs.sessions.checkpoints.create(action.session, { userId, signal }, { label: 'before a task' })
  return id
}

const outcomeOf = ({ verdict, action }: TaskAttempt): ActionOutcome =>
  verdict.passed ? 'ok' : action.outcome === 'ok' ? 'failed' : action.outcome

/** The next input, or the reason why there is none. */
async function nextOf(
  { actions }: ReflectNeeds,
  reflecting: Reflecting,
  { n, action: result, verdict }: TaskAttempt,
): Promise<Revision | TaskStop> {
  const { action, attempts, userId, signal } = reflecting
  if (verdict.passed) return 'passed'
  if (signal.aborted || result.outcome === 'cancelled') return 'cancelled'
  // A policy or a person said no: no other way around is looked for.
  if (result.outcome === 'refused' && !result.error?.retry) return 'refused'
  if (n >= attempts) return 'attempts'
  if ((await actions.reachOf(action, userId)) === 'outside' && result.outcome !== 'refused') return 'outside'
  const revision = await reflecting.revise({ action, result, verdict })
  if (!revision) return 'no-revision'
  const isSame = JSON.stringify(revision.input) === JSON.stringify(action.input)
  if (isSame && revision.by !== 'try-again') return 'no-revision'
  const revised = { ...action, input: revision.input }
  if (actions.problemsOf(revised).length > 0) return 'no-revision'
  // A revision may not reach further than the request did.
  return (await actions.reachOf(revised, userId)) === 'outside' ? 'outside' : revision
}

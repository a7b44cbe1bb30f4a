import type { ActionReach, ActionResult } from '../contract/action.ts'
import { EngineError } from '../contract/errors.ts'
import type { ErrorInfo } from '../contract/run.ts'
import type { PlanRow, StepRow } from '../store/plan/plan-tables.ts'
import type { BoardNode } from './board-node.ts'
import { sightOf } from './board-node.ts'
import type { PlanNeeds } from './plan-parts.ts'
import { resolve } from './references.ts'

export interface StepWork {
  plan: Pick<PlanRow, 'id' | 'userId' | 'round'>
  node: BoardNode
  sessionId: string | undefined
  /** Whether an engine that was lost had begun it. */
  isRecovery: boolean
  /** Stores that a try begins; gives the id of the event, the cause of the action. */
  onStart(row: StepRow, isRecovery: boolean): Promise<string | undefined>
  signal: AbortSignal
}

type Parts = Pick<PlanNeeds, 'actions' | 'sessions' | 'approvals' | 'newId' | 'clock' | 'onBug'>
type Ending = Pick<StepRow, 'state' | 'output' | 'error' | 'why'>

/**
 * Does the action of a step, again after failures as often as it may. Each try begins from the state of its session before the step, so
 * that nothing inside is done twice. Gives the row of the end; throws the reason of the signal when the plan was taken away meanwhile.
 */
export async function runStep(parts: Parts, work: StepWork): Promise<StepRow> {
  const { node } = work
  let row = rowOf(work)
  const input = await inputOf(node).catch((error: Error) => error)
  if (input instanceof Error) {
    const error = new EngineError('STEP_INPUT', { step: node.path, reason: input.message }).toInfo()
    return { ...row, state: 'failed', startedAt: parts.clock(), endedAt: parts.clock(), error }
  }
  const request = requestOf(work, input)
  const most = node.step.retries + row.attempts + 1
  for (let isRecovery = work.isRecovery; ; isRecovery = false) {
    const begun = await begin(parts, work, { row, request }).catch((error: unknown) => asEnding(parts, work, error))
    if (!('path' in begun)) return { ...row, ...begun, startedAt: parts.clock(), endedAt: parts.clock() }
    const cause = await work.onStart(begun, isRecovery)
    const ending = await tryOnce(parts, work, { row: begun, request, cause })
    work.signal.throwIfAborted()
    row = { ...begun, ...ending, endedAt: parts.clock() }
    if (row.state !== 'failed' || row.attempts >= most || isFinal(row.error)) break
  }
  if (row.state === 'failed' && node.step.risky) await goBack(parts, work, row)
  return row
}

const inputOf = async ({ step, ...node }: BoardNode) =>
  resolve(step.action?.input ?? {}, sightOf({ step, ...node })) as Record<string, unknown>

const requestOf = ({ node, sessionId }: StepWork, input: Record<string, unknown>) => ({
  type: node.step.action?.type ?? '',
  input,
  ...(sessionId !== undefined && { session: sessionId }),
})
type StepRequest = ReturnType<typeof requestOf>

const rowOf = ({ node, sessionId }: StepWork): StepRow => ({
  ...{ path: node.path, state: 'running', attempts: 0, reach: null, actionId: null, checkpointId: null },
  ...{ startedAt: null, endedAt: null, sessionId: sessionId ?? null },
  ...node.row,
})

/** Asks a person where that is due, and makes the way back: a checkpoint before the first try, that checkpoint again before others. */
async function begin(
  parts: Parts,
  { plan, node, sessionId, signal }: StepWork,
  { row, request }: { row: StepRow; request: StepRequest },
): Promise<StepRow> {
  const { userId } = plan
  const reach: ActionReach = await parts.actions.reachOf(request, userId)
  const actionId = parts.newId('act')
  if (node.step.risky && row.attempts === 0) {
    const place = { userId, actionId, ...(sessionId !== undefined && { sessionId }) }
    const title = `Step ${node.path} of plan ${plan.id}: ${request.type}`
    const names = [node.path, request.type]
    // An answer for once belongs to this plan; one for the session serves equal steps of others there.
    const exactly = { step: node.path, ...request }
    await parts.approvals?.pass(
      { kind: 'step', ...place, title, names, arguments: { plan: plan.id, ...exactly }, scope: exactly },
      signal,
    )
  }
  let { checkpointId } = row
  if (sessionId !== undefined && reach !== 'none') {
    const { checkpoints } = parts.sessions
    if (checkpointId !== null) await checkpoints.restore(checkpointId, { userId, signal })
    else {
      const label = `before ${node.path} of ${plan.id}`.slice(0, 200)
      checkpointId = (await checkpoints.createForStep(sessionId, { userId, signal }, label)).id
    }
  }
  signal.throwIfAborted()
  const { output: _, error: __, why: ___, ...kept } = row
  const attempts = row.attempts + 1
  return { ...kept, state: 'running', attempts, reach, actionId, checkpointId, startedAt: parts.clock(), endedAt: null }
}

async function tryOnce(
  parts: Parts,
  work: StepWork,
  { row, request, cause }: { row: StepRow; request: StepRequest; cause: string | undefined },
): Promise<Ending> {
  const { plan, node } = work
  const { timeoutMs } = node.step
  const late = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const signal = late ? AbortSignal.any([work.signal, late]) : work.signal
  const isOutside = row.reach === 'outside'
  try {
    const result = await parts.actions.executeAction(request, {
      ...{ userId: plan.userId, signal, actionId: row.actionId ?? '' },
      ...{ idempotencyKey: `${plan.id}.${plan.round}.${node.path}`, ...(cause !== undefined && { cause }) },
    })
    const isLate = late?.aborted === true && result.outcome !== 'ok'
    if (isLate && isOutside) return { state: 'unknown', why: `it took longer than ${timeoutMs} ms` }
    if (isLate) return { state: 'failed', error: timeoutOf(node.path, timeoutMs ?? 0) }
    return endingOf(row, result)
  } catch (error) {
    if (late?.aborted && isOutside) return { state: 'unknown', why: `it took longer than ${timeoutMs} ms` }
    if (late?.aborted && !work.signal.aborted) return { state: 'failed', error: timeoutOf(node.path, timeoutMs ?? 0) }
    const ending = asEnding(parts, work, error)
    // A refusal comes before the effect; any other failure may have come after it.
    return isOutside && !(error instanceof EngineError) ? { state: 'unknown', why: ending.error?.message } : ending
  }
}

const timeoutOf = (step: string, timeoutMs: number): ErrorInfo =>
  new EngineError('STEP_TIMEOUT', { step, timeoutMs }).toInfo()

function endingOf({ path: step, reach }: StepRow, { outcome, output, error }: ActionResult): Ending {
  const known = output === undefined ? {} : { output }
  if (outcome === 'ok') return { state: 'done', ...known }
  const isCut = outcome === 'cancelled' || (error !== undefined && CUT_OFF.includes(error.code))
  if (outcome === 'unknown' || (isCut && reach === 'outside')) {
    return { state: 'unknown', why: error?.message ?? 'nobody knows whether its effect happened' }
  }
  const reason = outcome === 'failed' ? whyFailed(output) : `its action was ${outcome}`
  return { state: 'failed', ...known, error: error ?? new EngineError('STEP_FAILED', { step, reason }).toInfo() }
}

/** Programs and commands tell how they ended, and mostly why, in their last line of complaint. */
function whyFailed(output: unknown): string {
  const { endedBy, exitCode, stderr } = (output ?? {}) as { endedBy?: unknown; exitCode?: unknown; stderr?: unknown }
  const complaint = typeof stderr === 'string' ? (stderr.trim().split('\n').at(-1) ?? '').slice(0, 200) : ''
  const words = complaint === '' ? '' : ` (${complaint})`
  if (typeof endedBy === 'string' && endedBy !== 'exit') return `its program was ended by ${endedBy}${words}`
  if (typeof exitCode === 'number') return `its program ended with ${exitCode}${words}`
  return 'its action failed'
}

/** Failures that came while an effect was under way. */
const CUT_OFF = ['TOOL_TIMEOUT', 'ACTION_INTERRUPTED', 'RUN_INTERRUPTED']

function asEnding(parts: Parts, { signal }: StepWork, error: unknown): Ending {
  if (signal.aborted) throw signal.reason
  const known = error instanceof EngineError ? error : parts.onBug(error)
  return { state: 'failed', error: known.toInfo() }
}

/** Refusals stay refusals, however often the step is tried. */
const isFinal = (error: ErrorInfo | undefined) =>
  error !== undefined && ['APPROVAL_DENIED', 'INVALID_REQUEST', 'UNKNOWN_ACTION', 'STEP_INPUT'].includes(error.code)

async function goBack(parts: Parts, { plan, signal }: StepWork, { checkpointId }: StepRow): Promise<void> {
  if (checkpointId !== null) await parts.sessions.checkpoints.restore(checkpointId, { userId: plan.userId, signal })
}

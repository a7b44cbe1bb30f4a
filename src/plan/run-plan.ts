import type { PlanState } from '../contract/plan.ts'
import type { PlanClaim, PlanDraft } from '../store/plan/plan-rows.ts'
import type { PlanChange, PlanRow, StepRow } from '../store/plan/plan-tables.ts'
import { type Board, createBoard } from './board.ts'
import { type BoardNode, isFanOut, isGroup, sightOf } from './board-node.ts'
import { beginGroup, groupEnd, skipReason } from './group-steps.ts'
import type { PlanNeeds } from './plan-parts.ts'
import { proposeChange } from './replan.ts'
import { runStep } from './run-step.ts'
import { sessionOfNode } from './session-of-node.ts'

export interface PlanRun {
  claim: PlanClaim
  plan: PlanRow
  /** Ends all work on it without writing anything: the plan was taken over, or the engine stops. */
  signal: AbortSignal
  /** Resolves when somebody changed the plan from outside, and is made anew then. */
  woken(): Promise<void>
  /** Whether the engine begins nothing new. */
  isStopping(): boolean
}

/**
 * Goes on with a plan from its stored rows, until it has ended, or waits for a person. Every write names the token of the claim: an
 * engine that lost the plan can change nothing. Throws PLAN_TAKEN then.
 */
export async function runPlan(parts: PlanNeeds, run: PlanRun): Promise<void> {
  const work = await openWork(parts, run)
  await restoreFirst(work)
  await recover(work)
  let woken = wakeOf(run)
  for (;;) {
    if (!work.isHalted()) await beginSteps(work)
    if (work.running.size === 0) {
      if (await endOf(work)) return
      continue
    }
    const isWoken = await Promise.race([...work.running.values(), woken])
    if (work.failure) throw work.failure
    if (!isWoken) continue
    // Every write tells the state of the plan; without one it is read.
    await work.look()
    woken = wakeOf(run)
  }
}

const wakeOf = (run: PlanRun) => run.woken().then(() => true)

interface Work {
  parts: PlanNeeds
  run: PlanRun
  plan: PlanRow
  board: Board
  state: PlanState
  /** Steps at work, by their paths. */
  running: Map<string, Promise<void>>
  /** Sessions in use, and those whose last step is unknown: their state is, too. */
  busy: Set<string>
  failure: unknown
  isHalted(): boolean
  look(): Promise<void>
  write(change: Omit<PlanChange, 'at'>, drafts: PlanDraft[]): Promise<string[]>
}

async function openWork(parts: PlanNeeds, run: PlanRun): Promise<Work> {
  const { plan, claim } = run
  const rows = await parts.store.plans.steps(plan.id)
  const work: Work = {
    ...{ parts, run, plan, state: 'running', running: new Map(), busy: new Set(), failure: undefined },
    board: createBoard(plan.definition, rows, sessionOfNode(plan.sessionId)),
    isHalted: () => work.state !== 'running' || run.isStopping(),
    async look() {
      const held = await parts.store.plans.held(claim)
      if (held !== undefined) work.state = held
    },
    async write(change, drafts) {
      run.signal.throwIfAborted()
      const { state, told } = await parts.store.plans.write(claim, { ...change, at: parts.clock() }, drafts)
      work.state = state
      return told
    },
  }
  return work
}

/** Steps that are done anew begin where their sessions were before them: going back later would take effects of others along. */
async function restoreFirst({ parts: { sessions }, run: { signal }, plan, write }: Work): Promise<void> {
  if (plan.restores.length === 0) return
  for (const id of plan.restores) await sessions.checkpoints.restore(id, { userId: plan.userId, signal })
  await write({ plan: { restores: [] } }, [])
  plan.restores = []
}

/** Steps that a lost engine had begun: effects inside are undone and done again, effects outside are put before a person. */
async function recover(work: Work): Promise<void> {
  for (const node of work.board.all()) {
    if (node.state === 'unknown' && node.row?.sessionId) work.busy.add(node.row.sessionId)
    if (node.state !== 'running' || isGroup(node) || !node.row) continue
    if (node.row.reach !== 'outside') start(work, node, true)
    else {
      await endStep(work, { ...node.row, state: 'unknown', why: 'the engine was lost while it was under way' })
      if (node.row.sessionId) work.busy.add(node.row.sessionId)
    }
  }
}

/** Begins and ends whatever can be, until all places are taken or nothing is left to begin. */
async function beginSteps(work: Work): Promise<void> {
  const { board, running, busy, parts } = work
  while (!work.isHalted()) {
    const group = board.nextRipe()
    if (group) {
      await endStep(work, groupEnd(group, parts.clock()))
      continue
    }
    if (running.size >= parts.config.planParallel) return
    const node = board.next((session) => busy.has(session))
    if (!node) return
    const why = skipReason(node)
    if (why !== undefined) await endStep(work, endedRow(node, { state: 'skipped', why }, parts.clock()))
    else if (isGroup(node)) await startGroup(work, node)
    else start(work, node, false)
  }
}

async function startGroup(work: Work, node: BoardNode): Promise<void> {
  const row = beginGroup(node, isFanOut(node) ? sightOf(node) : undefined, work.parts.clock())
  if (row.state === 'failed') return endStep(work, row)
  await work.write({ steps: [row] }, [startDraft(node, row, false)])
  work.board.put(row)
}

function start(work: Work, node: BoardNode, isRecovery: boolean): void {
  const { parts, run, plan, busy, running } = work
  const sessionId = sessionOfNode(plan.sessionId)(node)
  if (sessionId !== undefined) busy.add(sessionId)
  const onStart = async (row: StepRow, isAgain: boolean) => {
    const [cause] = await work.write({ steps: [row] }, [startDraft(node, row, isAgain)])
    work.board.put(row)
    return cause
  }
  const ended = runStep(parts, { plan, node, sessionId, isRecovery, onStart, signal: run.signal })
    .then((row) => endStep(work, row))
    .catch((error: unknown) => {
      work.failure ??= error
    })
    .finally(() => {
      if (sessionId !== undefined && node.state !== 'unknown') busy.delete(sessionId)
      running.delete(node.path)
    })
  running.set(node.path, ended)
}

/** The state, the result and the event of a step, in one transaction. */
async function endStep(work: Work, row: StepRow): Promise<void> {
  await work.write({ steps: [row] }, [endDraft(row)])
  work.board.put(row)
}

const startDraft = ({ path, step }: BoardNode, row: StepRow, isRecovery: boolean): PlanDraft => ({
  ...{ type: 'step.start', step: path, attempt: row.attempts, action: step.action?.type ?? null },
  ...{ actionId: row.actionId, reach: row.reach, checkpointId: row.checkpointId, isRecovery },
})

function endDraft({ path: step, state, error, why }: StepRow): PlanDraft {
  if (state === 'unknown') return { type: 'step.unknown', step, why: why ?? '' }
  const end = state === 'done' || state === 'failed' || state === 'skipped' ? state : 'cancelled'
  return { type: 'step.end', step, state: end, ...(error && { error }), ...(why !== undefined && { why }) }
}

export const endedRow = (node: BoardNode, end: Pick<StepRow, 'state' | 'why' | 'error'>, at: number): StepRow => ({
  ...{ path: node.path, attempts: 0, reach: null, actionId: null, sessionId: null, checkpointId: null },
  ...{ startedAt: null, endedAt: at, ...end },
})

/** Ends or gives back a plan of which nothing is at work; false when it goes on after all. */
async function endOf(work: Work): Promise<boolean> {
  const { board, parts, run, plan } = work
  if (work.isHalted()) {
    // Resumed meanwhile: it goes on.
    await work.look()
    if (!work.isHalted()) return false
    await parts.store.plans.release(run.claim)
    return true
  }
  const unknown = board.all().filter(({ state }) => state === 'unknown')
  if (board.hasFailed()) {
    const failed = board.all().find(({ state, step }) => state === 'failed' && !step.mayFail)
    const changed = failed && (await proposeChange(parts, { plan: work.plan, failed, signal: run.signal }))
    if (changed) {
      const { definition, restores, reset, draft } = changed
      const next = { definition, restores, replans: plan.replans + 1 }
      await work.write({ plan: next, steps: reset }, [draft])
      Object.assign(plan, next)
      await restoreFirst(work)
      work.board = createBoard(definition, await parts.store.plans.steps(plan.id), sessionOfNode(plan.sessionId))
      return false
    }
    const error = failed?.row?.error
    await work.write({ plan: { state: 'failed', error }, releases: true }, [
      { type: 'plan.end', state: 'failed', ...(error && { error }) },
    ])
  } else if (unknown.length > 0) {
    const steps = unknown.map(({ path }) => path)
    await work.write({ plan: { state: 'waiting' }, releases: true }, [{ type: 'plan.waiting', steps }])
  } else if (board.isDone()) {
    await work.write({ plan: { state: 'done', error: undefined }, releases: true }, [
      { type: 'plan.end', state: 'done' },
    ])
  } else throw new Error(`plan ${plan.id} has steps that can never begin`)
  return true
}

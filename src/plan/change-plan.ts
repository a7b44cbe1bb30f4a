import { EngineError } from '../contract/errors.ts'
import type { PlanResume, PlanState } from '../contract/plan.ts'
import type { PlanDraft } from '../store/plan/plan-rows.ts'
import type { PlanChange, PlanRow, StepRow } from '../store/plan/plan-tables.ts'
import { createBoard } from './board.ts'
import { type BoardNode, isGroup } from './board-node.ts'
import { doneAnew } from './done-anew.ts'
import { startOver } from './start-over.ts'

/** Changes that the owner of a plan makes, each decided in the transaction that stores it. */
type Decide = (
  plan: PlanRow,
  steps: StepRow[],
  isHeld: boolean,
) => PlanChange & { drafts: PlanDraft[]; takes?: boolean }

export const pausing =
  (at: number): Decide =>
  (plan) => {
    if (plan.state === 'paused') return { at, drafts: [] }
    allow(plan, ['running', 'waiting'], 'be paused')
    return { at, plan: { state: 'paused' }, drafts: [{ type: 'plan.paused' }] }
  }

/** Steps at work are cut off: nobody knows what became of effects outside. */
export const cancelling =
  (at: number): Decide =>
  (plan, steps) => {
    if (plan.state === 'cancelled') return { at, drafts: [] }
    allow(plan, ['running', 'paused', 'waiting', 'failed'], 'be cancelled')
    const cut = steps.filter(({ state }) => state === 'running').map((row) => cutOff(row, at))
    const drafts = cut.map((row): PlanDraft => {
      if (row.state === 'unknown') return { type: 'step.unknown', step: row.path, why: row.why ?? '' }
      return { type: 'step.end', step: row.path, state: 'cancelled' }
    })
    const end: PlanDraft = { type: 'plan.end', state: 'cancelled' }
    return { at, plan: { state: 'cancelled' }, steps: cut, drafts: [...drafts, end], takes: true }
  }

const cutOff = (row: StepRow, at: number): StepRow =>
  row.reach === 'outside'
    ? { ...row, state: 'unknown', why: 'the plan was cancelled while it was under way', endedAt: at }
    : { ...row, state: 'cancelled', endedAt: at }

export const resuming =
  (how: PlanResume, at: number): Decide =>
  (plan, steps, isHeld) => {
    const draft: Extract<PlanDraft, { type: 'plan.resumed' }> = {
      ...{ type: 'plan.resumed', step: how.step ?? null, as: how.as ?? null, anew: [], reopened: [] },
    }
    if (how.step !== undefined) {
      allow(plan, ['waiting', 'paused', 'failed'], `go on with step ${how.step}`)
      if (isHeld) throw new EngineError('PLAN_BUSY', { planId: plan.id })
      const { reset, restores } = decided(plan, steps, { ...how, step: how.step }, at)
      return { at, plan: { ...going, restores: [...plan.restores, ...restores] }, steps: reset, drafts: [draft] }
    }
    if (plan.state === 'running') return { at, drafts: [] }
    allow(plan, ['paused', 'failed', 'waiting'], 'be resumed')
    const unknown = steps.find(({ state }) => state === 'unknown')
    if (plan.state === 'waiting' && unknown) {
      const wanted = `go on before somebody says what became of step ${unknown.path} ("as": "done" or "again")`
      throw new EngineError('PLAN_STATE', { planId: plan.id, state: plan.state, wanted })
    }
    const failed = plan.state === 'failed' ? failedIn(plan, steps) : { steps: [], groups: [] }
    const { reset, restores } = doneAnew(failed.steps)
    const pathsOf = (rows: StepRow[]) => rows.map(({ path }) => path)
    const told = { ...draft, anew: pathsOf(reset), reopened: pathsOf(failed.groups) }
    const next = { ...going, restores: [...plan.restores, ...restores] }
    return { at, plan: next, steps: [...reset, ...failed.groups], drafts: [told] }
  }

const going = { state: 'running', error: undefined } as const

function decided(
  plan: PlanRow,
  steps: StepRow[],
  { step, as, output }: PlanResume & { step: string },
  at: number,
): ReturnType<typeof doneAnew> {
  const row = steps.find(({ path }) => path === step)
  if (!row) throw new EngineError('PLAN_STEP_NOT_FOUND', { planId: plan.id, step })
  if (row.state !== 'unknown') {
    const wanted = `decide about step ${step}, which is ${row.state}`
    throw new EngineError('PLAN_STATE', { planId: plan.id, state: plan.state, wanted })
  }
  if (as === 'again') {
    const { reset, restores } = doneAnew([row])
    // This person has decided: a risky step asks nobody a second time.
    return { reset: reset.map((again) => ({ ...again, attempts: row.attempts })), restores }
  }
  const { why: _, ...kept } = row
  const done: StepRow = { ...kept, state: 'done', endedAt: at, ...(output !== undefined && { output }) }
  return { reset: [done], restores: [] }
}

/** The failed steps of a plan, and their groups as they go on. */
function failedIn(plan: PlanRow, rows: StepRow[]): { steps: StepRow[]; groups: StepRow[] } {
  const steps: StepRow[] = []
  const groups: StepRow[] = []
  const add = (nodes: BoardNode[]) => {
    for (const node of nodes) {
      if (node.state !== 'failed' || node.step.mayFail || !node.row) continue
      if (!isGroup(node) || node.children.length === 0) {
        steps.push(node.row)
        continue
      }
      const { error: _, output: __, ...kept } = node.row
      groups.push({ ...kept, state: 'running', endedAt: null })
      add(node.children)
    }
  }
  const all = createBoard(plan.definition, rows, () => undefined).all()
  add(all.filter(({ parent }) => parent === undefined))
  return { steps, groups }
}

export const rerunning =
  (from: string, at: number): Decide =>
  (plan, steps, isHeld) => {
    allow(plan, ['done', 'failed', 'cancelled', 'paused', 'waiting'], 'be run again')
    if (isHeld) throw new EngineError('PLAN_BUSY', { planId: plan.id })
    const { reset, forgotten, restores } = startOver(plan, steps, from)
    const next = { ...going, round: plan.round + 1, restores }
    return { at, plan: next, forgotten, drafts: [{ type: 'plan.rerun', from, reset }] }
  }

function allow({ id, state }: PlanRow, allowed: PlanState[], wanted: string): void {
  if (!allowed.includes(state)) throw new EngineError('PLAN_STATE', { planId: id, state, wanted })
}

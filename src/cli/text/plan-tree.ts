import type { PlanInfo, PlanState, PlanStepInfo, StepState } from '../../contract/plan.ts'
import { clipTo, displayWidth } from './display-width.ts'
import type { Paint, Style } from './screen.ts'
import { durationText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

const LOOKS: Record<StepState, [sign: string, style: Style]> = {
  waiting: ['·', 'dim'],
  running: ['▸', 'cyan'],
  done: ['✔', 'green'],
  failed: ['✖', 'red'],
  skipped: ['○', 'dim'],
  cancelled: ['✖', 'yellow'],
  unknown: ['?', 'yellow'],
}

export interface TreeLook {
  paint: Paint
  /** The time until which steps at work are counted; without it only ended ones have a duration. */
  now?: number
  /** Longer lines are cut. */
  columns?: number
  /** Most lines; steps that say least about the moment are left out. */
  rows?: number
}

/** The steps of a plan as a tree, a line each: groups above their steps. */
export function planTree({ steps }: Pick<PlanInfo, 'steps'>, look: TreeLook): string[] {
  const shown = stepsInSight(steps, look.rows)
  const lines = shown.map((step) => {
    const indent = '  '.repeat(depthOf(step.id))
    const line = { ...step, id: nameOf(step.id) }
    return `${indent}${stepLine(line, { ...look, columns: (look.columns ?? UNBOUNDED) - indent.length })}`
  })
  const left = steps.filter((step) => !shown.includes(step))
  return left.length === 0 ? lines : [...lines, look.paint('dim', `… ${leftText(left)}`)]
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER

/** The order in which steps are worth a line of a small terminal. */
const WORTH: StepState[] = ['running', 'unknown', 'failed', 'cancelled', 'done', 'waiting', 'skipped']

/** At most so many steps, in the order of the plan: those at work and failures, then the last ended, then the next. */
function stepsInSight(steps: PlanStepInfo[], rows = UNBOUNDED): PlanStepInfo[] {
  if (steps.length <= rows) return steps
  const worth = steps.map((step, index) => ({ index, rank: WORTH.indexOf(step.state), ended: step.endedAt ?? 0 }))
  worth.sort((a, b) => a.rank - b.rank || b.ended - a.ended || a.index - b.index)
  const chosen = worth.slice(0, Math.max(1, rows - 1)).map(({ index }) => index)
  return chosen.sort((a, b) => a - b).flatMap((index) => steps[index] ?? [])
}

function leftText(left: PlanStepInfo[]): string {
  const counts = WORTH.map((state) => [state, left.filter((step) => step.state === state).length] as const)
  const parts = counts.filter(([, count]) => count > 0).map(([state, count]) => `${count} ${state}`)
  return `${left.length} more steps: ${parts.join(', ')}`
}

/** The steps that a path goes through stand around it. */
const depthOf = (path: string): number => path.split(/[/[]/).length - 1

export function stepLine(step: PlanStepInfo, { paint, now, columns = UNBOUNDED }: TreeLook): string {
  const { id, state, type, startedAt, error, why, attempts } = step
  const [sign, style] = LOOKS[state]
  const end = step.endedAt ?? (state === 'running' ? now : undefined) ?? null
  const took = startedAt !== null && end !== null ? durationText(Math.max(0, end - startedAt)) : ''
  const tries = attempts > 1 ? `${attempts} tries` : ''
  const reason = visibleText(error?.message ?? why ?? '')
  const facts = [type ?? '', took, tries, reason].filter((fact) => fact !== '').join(' · ')
  const name = clipTo(visibleText(id), Math.max(1, columns - 2))
  const room = columns - 4 - displayWidth(name)
  return `${paint(style, sign)} ${name}${facts === '' || room < 1 ? '' : `  ${paint('dim', clipTo(facts, room))}`}`
}

const nameOf = (path: string): string => /(\[\d+\]|[^/[\]]+)$/.exec(path)?.[0] ?? path

const ENDS: Record<PlanState, [sign: string, style: Style, words: string]> = {
  running: ['▸', 'cyan', 'goes on'],
  paused: ['‖', 'yellow', 'is paused: go on with "anneal plan resume"'],
  waiting: ['?', 'yellow', 'waits for you: "anneal plan resume ID --step STEP --as done|again"'],
  done: ['✔', 'green', 'is done'],
  failed: ['✖', 'red', 'failed: go on from there with "anneal plan resume"'],
  cancelled: ['✖', 'yellow', 'was cancelled'],
}

/** The state of a whole plan, in one line. */
export function planLine({ id, name, state, createdAt, updatedAt, error }: PlanInfo, paint: Paint): string {
  const [sign, style, words] = ENDS[state]
  const took = state === 'done' || state === 'failed' ? ` in ${durationText(updatedAt - createdAt)}` : ''
  const reason = error ? `\n  ${visibleText(error.message)}` : ''
  return `${paint(style, sign)} ${visibleText(name ?? 'plan')} ${words}${took} · ${id}${reason}`
}

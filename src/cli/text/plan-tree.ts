import type { PlanInfo, PlanState, PlanStepInfo, StepState } from '../../contract/plan.ts'
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

/** All steps of a plan as a tree, a line each: groups above their steps. */
export const planTree = ({ steps }: Pick<PlanInfo, 'steps'>, paint: Paint): string[] =>
  steps.map((step) => `${'  '.repeat(depthOf(step.id))}${stepLine({ ...step, id: nameOf(step.id) }, paint)}`)

/** The steps that a path goes through stand around it. */
const depthOf = (path: string): number => path.split(/[/[]/).length - 1

export function stepLine(
  { id, state, type, startedAt, endedAt, error, why, attempts }: PlanStepInfo,
  paint: Paint,
): string {
  const [sign, style] = LOOKS[state]
  const took = startedAt !== null && endedAt !== null ? durationText(endedAt - startedAt) : ''
  const tries = attempts > 1 ? `${attempts} tries` : ''
  const reason = visibleText(error?.message ?? why ?? '')
  const facts = [type ?? '', took, tries, reason].filter((fact) => fact !== '').join(' · ')
  return `${paint(style, sign)} ${visibleText(id)}${facts === '' ? '' : `  ${paint('dim', facts)}`}`
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

import { row } from './error-row.ts'

/** Failures of plans and their steps. */
export const planErrors = {
  PLAN_NOT_FOUND: row(404, false, (d: { planId: string }) => [
    `There is no plan ${d.planId}.`,
    'List yours with "anneal plan list".',
  ]),
  PLAN_STEP_NOT_FOUND: row(404, false, (d: { planId: string; step: string }) => [
    `Plan ${d.planId} has no step ${d.step}.`,
    'Show its steps with "anneal plan show".',
  ]),
  PLAN_STATE: row(409, false, (d: { planId: string; state: string; wanted: string }) => [
    `Plan ${d.planId} is ${d.state}: it cannot ${d.wanted}.`,
    'Look at it with "anneal plan show".',
  ]),
  PLAN_BUSY: row(409, true, (d: { planId: string }) => [
    `Steps of plan ${d.planId} are still at work.`,
    'Try again when they have ended, or cancel the plan.',
  ]),
  PLAN_TAKEN: row(409, true, (d: { planId: string }) => [
    `Another engine, or a person, has taken plan ${d.planId} over: nothing was written.`,
    'Read the plan again.',
  ]),
  STEP_TIMEOUT: row(422, false, (d: { step: string; timeoutMs: number }) => [
    `Step ${d.step} took longer than ${d.timeoutMs} ms.`,
    'Raise its timeoutMs, or make it smaller.',
  ]),
  STEP_FAILED: row(422, false, (d: { step: string; reason: string }) => [
    `Step ${d.step} failed: ${d.reason}.`,
    'Look at its output, then run the plan again from this step.',
  ]),
  STEP_INPUT: row(422, false, (d: { step: string; reason: string }) => [
    `The input of step ${d.step} cannot be made: ${d.reason}.`,
    'Look at the output of the step it refers to.',
  ]),
}

import { EngineError } from '../contract/errors.ts'
import { MOST_ITEMS } from '../contract/plan.ts'
import type { StepRow } from '../store/plan/plan-tables.ts'
import { type BoardNode, isFanOut, sightOf } from './board-node.ts'
import { holds } from './condition.ts'
import { resolve, type Sight } from './references.ts'

/** Why a step is not done; undefined when it is. A step with a condition decides for itself what skipped needs mean. */
export function skipReason(node: BoardNode): string | undefined {
  const { when } = node.step
  const isItem = node.parent?.step === node.step
  if (isItem) return undefined
  if (when) return holds(when, sightOf(node)) ? undefined : 'its condition does not hold'
  const skipped = node.needs.find(({ state }) => state === 'skipped')
  return skipped && `${skipped.path} was skipped`
}

/** The row of a group that begins; a fan-out keeps its list. */
export function beginGroup(node: BoardNode, sight: Sight | undefined, at: number): StepRow {
  const row: StepRow = {
    ...{ path: node.path, state: 'running', attempts: 1, reach: null, actionId: null, sessionId: null },
    ...{ checkpointId: null, startedAt: at, endedAt: null },
  }
  if (!sight) return row
  try {
    const items = resolve(node.step.forEach?.items, sight)
    if (!Array.isArray(items)) throw new Error('forEach.items is no list')
    if (items.length > MOST_ITEMS) throw new Error(`forEach.items has ${items.length} items; ${MOST_ITEMS} are allowed`)
    return { ...row, items }
  } catch (error) {
    const { message: reason } = error as Error
    const info = new EngineError('STEP_INPUT', { step: node.path, reason }).toInfo()
    return { ...row, state: 'failed', endedAt: at, error: info }
  }
}

/** The row of a group whose children have ended: their outputs as a list, or by their ids. */
export function groupEnd(group: BoardNode, at: number): StepRow {
  const row = group.row ?? beginGroup(group, undefined, at)
  const failed = group.hasFailed
    ? group.children.find(({ state, step }) => state === 'failed' && !step.mayFail)
    : undefined
  const output = isFanOut(group)
    ? group.children.map((child) => child.row?.output ?? null)
    : Object.fromEntries(group.children.map((child) => [child.step.id, child.row?.output ?? null]))
  const error = failed?.row?.error
  return { ...row, state: failed ? 'failed' : 'done', endedAt: at, output, ...(error && { error }) }
}

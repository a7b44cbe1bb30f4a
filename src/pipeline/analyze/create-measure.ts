import { createHash } from 'node:crypto'
import type { Spent } from '../../contract/measure.ts'
import type { Stage } from '../stage.ts'
import type { MeasuredDraft } from '../stages.ts'
import { compareSpent } from './compare-spent.ts'

/** Earlier runs that count. */
const MOST_RUNS = 20

export interface MeasureParts {
  rows: {
    add(measure: Spent & { userId: string; codeHash: string; at: number }): Promise<void>
    last(of: { userId: string; codeHash: string; most: number }): Promise<Spent[]>
  }
  clock(): number
}

/** Tells what a program spent, beside what the same program of the same user spent before. */
export function createMeasure({ rows, clock }: MeasureParts): Stage<MeasuredDraft, void> {
  return async ({ block, attempt, code, language, request, userId, spent }, { emit, cause }) => {
    // With another input it is another piece of work.
    const { input = '', args = [] } = request
    const codeHash = createHash('sha256')
      .update(JSON.stringify([language.id, code, input, args]))
      .digest('hex')
    const measured = compareSpent(spent, await rows.last({ userId, codeHash, most: MOST_RUNS }))
    await rows.add({ userId, codeHash, at: clock(), ...spent })
    emit({ type: 'code.measured', block, attempt, measured, cause })
  }
}

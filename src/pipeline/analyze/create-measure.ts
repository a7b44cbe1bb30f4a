import { createHash } from 'node:crypto'
import type { Spent } from '../../contract/measure.ts'
import type { Stage } from '../stage.ts'
import type { MeasuredDraft } from '../stages.ts'
import { compareSpent } from './compare-spent.ts'

/** The number of earlier runs that count. */
const MOST_RUNS = 20

export interface MeasureParts {
  rows: {
    add(measure: Spent & { userId: string; codeHash: string; at: number }): Promise<void>
    last(of: { userId: string; codeHash: string; most: number }): Promise<Spent[]>
  }
  clock(): number
}

/** Emits the time and memory of a program, compared with earlier runs of the same program by the same user. */
export function createMeasure({ rows, clock }: MeasureParts): Stage<MeasuredDraft, void> {
  return async ({ block, attempt, code, language, request, userId, spent }, { emit, cause }) => {
    // Other input makes it other work.
    const { input = '', args = [] } = request
    const codeHash = createHash('sha256')
      .update(JSON.stringify([language.id, code, input, args]))
      .digest('hex')
    const measured = compareSpent(spent, await rows.last({ userId, codeHash, most: MOST_RUNS }))
    await rows.add({ userId, codeHash, at: clock(), ...spent })
    emit({ type: 'code.measured', block, attempt, measured, cause })
  }
}

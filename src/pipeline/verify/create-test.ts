import type { ProgramTest } from '../../contract/run.ts'
import type { Execution } from '../execution.ts'
import type { Stage } from '../stage.ts'
import type { TryOut } from '../try-out.ts'
import { type RanTest, runTest } from './run-test.ts'

export type Tested = Execution & { tests: readonly ProgramTest[] }

/** Emits the result of each test of the request, and stops at the first that fails. */
export function createTest(tryOut: TryOut): Stage<Tested, RanTest[]> {
  return async ({ tests, block, attempt, ...execution }, { emit, signal, cause }) => {
    const ran: RanTest[] = []
    for (const [index, test] of tests.entries()) {
      const one = await runTest(tryOut, { execution, test, number: index + 1 }, signal)
      emit({ type: 'test.end', block, attempt, ...one.end, cause })
      ran.push(one)
      if (!one.end.passed) break
    }
    return ran
  }
}

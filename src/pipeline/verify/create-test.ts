import type { ProgramTest, TestEnd } from '../../contract/run.ts'
import type { Execution } from '../execution.ts'
import type { Stage } from '../stage.ts'
import type { TryOut } from '../try-out.ts'
import { runTest } from './run-test.ts'

export type Tested = Execution & { tests: readonly ProgramTest[] }

/** Emits the result of each test of the request, and stops at the first that fails. */
export function createTest(tryOut: TryOut): Stage<Tested, TestEnd[]> {
  return async ({ tests, block, attempt, ...execution }, { emit, signal, cause }) => {
    const ends: TestEnd[] = []
    for (const [index, test] of tests.entries()) {
      const end = await runTest(tryOut, { execution, test, number: index + 1 }, signal)
      emit({ type: 'test.end', block, attempt, ...end, cause })
      ends.push(end)
      if (!end.passed) break
    }
    return ends
  }
}

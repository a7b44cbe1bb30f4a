import type { TestCase, TestKind } from '../../../contract/test-report.ts'

/** One case of the test file. */
export interface WrittenCase extends Pick<TestCase, 'from'> {
  kind: TestKind
  /** Name of the function, which is also the heading of the case. */
  function: string
  title: string
  /** The body of the test, without indentation. */
  lines: string[]
  isAsync: boolean
}

import type { TestReport } from '../../../contract/test-report.ts'
import type { WrittenCase } from './written-case.ts'

/** Cases for a test file, and the reasons for those that are not in it. */
export interface MadeCases {
  cases: WrittenCase[]
  dropped: TestReport['dropped']
  skipped: TestReport['skipped']
}

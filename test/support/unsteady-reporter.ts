import { writeSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Lists at the very end which tests needed another try, and why; prints nothing when none did. */
export function unsteadyReporter(print: (text: string) => void = (text) => void writeSync(1, text)): Reporter {
  const unsteady: string[] = []
  return {
    onTestRunStart: () => void unsteady.splice(0),
    onTestCaseResult(test) {
      const reasons = reasonsOf(test)
      if (reasons.length > 0)
        unsteady.push([`  ${test.module.relativeModuleId} > ${test.fullName}`, ...reasons].join('\n    '))
    },
    onTestRunEnd() {
      if (unsteady.length === 0) return
      // The coverage report comes after the tests; this list has to stand last to be read.
      process.once('exit', () => print(`\n unsteady: ${unsteady.length}\n${unsteady.join('\n')}\n`))
    },
  }
}

function reasonsOf(test: TestCase): string[] {
  const retries = test.diagnostic()?.retryCount ?? 0
  const errors = test.result().errors ?? []
  return [...(test.meta().unsteady ?? []), ...errors.slice(0, retries).map(({ message }) => message)]
}

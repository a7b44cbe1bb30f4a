import { EngineError } from '../../../contract/errors.ts'
import type { TestFile, TestReport } from '../../../contract/test-report.ts'
import { readingBudgetMs } from '../../reading/reading-budget.ts'
import type { Reading } from '../../reading/reading-jobs.ts'
import type { TestMaker, TestPlan } from '../test-maker.ts'
import { makeCases } from './make-cases.ts'
import { keyOf, neededCases } from './needed-cases.ts'
import type { PlayedCase, PlayedTests } from './played-tests.ts'
import type { ProgramReading } from './read-program.ts'
import { reportOf } from './report-of.ts'
import { runFiles } from './run-files.ts'
import { runMade } from './run-made.ts'

const RUNS_OF_OPTIMIZE = 3

/**
 * Generates tests for JavaScript and TypeScript by running their functions in a sandbox and recording the results. Programs
 * are read in threads: some small ones keep their parser busy for ever.
 */
export function createJavaScriptTestMaker(reading: Reading): TestMaker {
  const read = async ({ code, fileName, options }: TestPlan, signal: AbortSignal) => {
    const asked = { code, fileName, functions: options.functions }
    const given = { budgetMs: readingBudgetMs(code.length), signal }
    return orIfExhausted<ProgramReading | string>(
      reading.ask('testable', asked, given).then((program) => program ?? 'it does not parse'),
      'it exhausts the parser',
    )
  }
  return {
    languages: ['javascript', 'typescript'],
    async make(plan, runInSandbox, signal) {
      const began = performance.now()
      const program = await read(plan, signal)
      if (typeof program === 'string') return notTested({ plan, reason: program, began })
      const work = { plan, program, runInSandbox, signal }
      return runMade(work, { made: await makeCases(work), began })
    },
    async optimize(plan, runInSandbox, signal) {
      const began = performance.now()
      const { tests } = plan
      const program = await read(plan, signal)
      if (typeof program === 'string') return notTested({ plan, reason: program, began })
      const wanted = {
        files: { [tests.name]: tests.content },
        outside: [],
        hasForeign: true,
        isMatrix: true,
        runs: RUNS_OF_OPTIMIZE,
      }
      const played = await runFiles({ plan, program, runInSandbox, signal }, wanted)
      if (!played) return notTested({ plan, reason: 'nothing came back from the sandbox', began })
      const { kept, dropped } = sortOut(played)
      const given = { budgetMs: readingBudgetMs(tests.content.length), signal }
      const without = { content: tests.content, names: dropped.map(({ name }) => name) }
      const content = await orIfExhausted(reading.ask('withoutCases', without, given), tests.content)
      return reportOf({ plan, program, kept, played, file: { name: tests.name, content }, dropped, began })
    },
  }
}

/** A thread that took too long over a program, or died, would do so again. */
const orIfExhausted = <Value>(answer: Promise<Value>, instead: Value): Promise<Value> =>
  answer.catch((error) => {
    if (error instanceof EngineError && error.code === 'NOT_READ') return instead
    throw error
  })

function notTested({ plan, reason, began }: NotTested): TestReport {
  const skipped = [{ function: plan.fileName, reason }]
  const file = plan.tests ?? { name: '', content: '' }
  return reportOf({ plan, program: undefined, kept: [], file, skipped, began })
}

interface NotTested {
  plan: TestPlan & { tests?: TestFile }
  reason: string
  began: number
}

function sortOut({ cases, mutants }: PlayedTests): { kept: PlayedCase[]; dropped: TestReport['dropped'] } {
  const steady = cases.filter(({ passed, isSteady }) => passed && isSteady)
  const needed = neededCases(steady, mutants)
  const reasonFor = (each: PlayedCase) => (!each.isSteady ? 'flaky' : !each.passed ? 'failing' : 'redundant')
  const kept = steady.filter((each) => needed.has(keyOf(each)))
  return {
    kept,
    dropped: cases.filter((each) => !kept.includes(each)).map((each) => ({ name: each.name, reason: reasonFor(each) })),
  }
}

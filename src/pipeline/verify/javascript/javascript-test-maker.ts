import type { TestReport } from '../../../contract/test-report.ts'
import type { TestMaker } from '../test-maker.ts'
import { removeCases } from './case-blocks.ts'
import { makeCases } from './make-cases.ts'
import { keyOf, neededCases } from './needed-cases.ts'
import type { PlayedCase, PlayedTests } from './played-tests.ts'
import { readProgram } from './read-program.ts'
import { reportOf } from './report-of.ts'
import { runFiles } from './run-files.ts'
import { runMade } from './run-made.ts'

const RUNS_OF_OPTIMIZE = 3

/** Makes tests for JavaScript and TypeScript by running their functions in a box and writing down what they do. */
export const javascriptTestMaker: TestMaker = {
  languages: ['javascript', 'typescript'],
  async make(plan, runInBox, signal) {
    const began = performance.now()
    const program = readProgram(plan.code, plan.fileName, plan.options.functions)
    if (!program) {
      const skipped = [{ function: plan.fileName, reason: 'it does not parse' }]
      return reportOf({ plan, program, kept: [], file: { name: '', content: '' }, skipped, began })
    }
    const work = { plan, program, runInBox, signal }
    return runMade(work, { made: await makeCases(work), began })
  },
  async optimize(plan, runInBox, signal) {
    const began = performance.now()
    const { tests } = plan
    const program = readProgram(plan.code, plan.fileName)
    const work = program && { plan, program, runInBox, signal }
    const wanted = { files: { [tests.name]: tests.content }, outside: [], isMatrix: true, runs: RUNS_OF_OPTIMIZE }
    const played = work && (await runFiles(work, wanted))
    if (!played) {
      const skipped = [
        { function: plan.fileName, reason: program ? 'nothing came back from the box' : 'it does not parse' },
      ]
      return reportOf({ plan, program, kept: [], file: tests, skipped, began })
    }
    const { kept, dropped } = sortOut(played)
    const content = removeCases(tests.content, new Set(dropped.map(({ name }) => name)))
    return reportOf({ plan, program, kept, played, file: { name: tests.name, content }, dropped, began })
  },
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

import type { TestReport } from '../../../contract/test-report.ts'
import type { TestMaker } from '../test-maker.ts'
import { removeCases } from './case-blocks.ts'
import type { MadeCases } from './made-cases.ts'
import { makeCases, type Work } from './make-cases.ts'
import { keyOf, neededCases } from './needed-cases.ts'
import type { PlayedCase, PlayedTests } from './played-tests.ts'
import { readProgram } from './read-program.ts'
import { reportOf } from './report-of.ts'
import { runFiles } from './run-files.ts'
import { writeTestFile } from './write-test-file.ts'
import type { WrittenCase } from './written-case.ts'

const RUNS_OF_OPTIMIZE = 3
const UNLOADABLE = 'the program ends or waits when a test loads it: let it start only when it is the main module'

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
    return runMade(work, await makeCases(work), began)
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

async function runMade(work: Work, made: MadeCases, began: number): Promise<TestReport> {
  const { plan, program } = work
  const own = plan.options.files ?? {}
  const file = writeTestFile(program, made.cases, Object.keys(own))
  const outside = made.cases.filter(({ kind }) => kind === 'integration' || kind === 'performance')
  const files = { ...own, ...(made.cases.length > 0 && { [file.name]: file.content }) }
  const wanted = {
    files,
    outside: outside.map((each) => `${file.name} ${nameOf(each)}`),
    isMatrix: made.cases.some(({ from }) => from === 'model'),
    runs: 1,
  }
  const played = Object.keys(files).length > 0 ? await runFiles(work, wanted) : undefined
  if (made.cases.length > 0 && !played?.cases.some((each) => each.file === file.name)) {
    const skipped = [
      ...program.skipped,
      ...program.callables.map(({ name }) => ({ function: name, reason: UNLOADABLE })),
    ]
    const kept = played?.cases ?? []
    return reportOf({ plan, program, kept, played, file: { name: file.name, content: '' }, skipped, began })
  }
  const written = new Map(made.cases.map((each) => [nameOf(each), each]))
  const writtenAs = (each: PlayedCase) => (each.file in own ? undefined : written.get(each.name))
  const bad = played ? unkeptIn(played, writtenAs) : []
  const kept = played?.cases.filter((each) => !bad.some(({ name }) => name === each.name && !(each.file in own))) ?? []
  const left = made.cases.filter((each) => !bad.some(({ name }) => name === nameOf(each)))
  const final = bad.length > 0 ? { ...writeTestFile(program, left), name: file.name } : file
  const dropped = [...made.dropped, ...bad]
  return reportOf({
    plan,
    program,
    kept,
    played,
    file: final,
    writtenAs,
    dropped,
    skipped: [...program.skipped, ...made.skipped],
    began,
  })
}

const nameOf = (each: WrittenCase): string => `${each.function} > ${each.title}`

/** Cases of ours that do not pass after all, and those of a model that add nothing to what there is. */
function unkeptIn(
  { cases, mutants }: PlayedTests,
  writtenAs: (each: PlayedCase) => WrittenCase | undefined,
): TestReport['dropped'] {
  const isModel = (each: PlayedCase) => writtenAs(each)?.from === 'model'
  const models = new Set(cases.filter(isModel).map(keyOf))
  const reached = new Set(cases.filter((each) => !isModel(each)).flatMap(({ places }) => places))
  const found = new Set(
    mutants.filter(({ by }) => by.length > 0 && by.every((key) => models.has(key))).flatMap(({ by }) => by),
  )
  return cases.flatMap((each): TestReport['dropped'] => {
    if (!writtenAs(each)) return []
    if (!each.passed) return [{ name: each.name, reason: 'failing' }]
    const adds = !isModel(each) || found.has(keyOf(each)) || each.places.some((place) => !reached.has(place))
    return adds ? [] : [{ name: each.name, reason: 'redundant' }]
  })
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

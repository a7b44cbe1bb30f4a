import type { TestCase, TestKind, TestReport } from '../../../contract/test-report.ts'
import type { RunInBox, TestMaker, TestPlan } from '../test-maker.ts'
import { doInBox } from './box-job.ts'
import { countCoverage } from './count-coverage.ts'
import { countMutants } from './count-mutants.ts'
import { foundCases } from './found-cases.ts'
import { type PlayedCase, playedTests } from './played-tests.ts'
import { type ProgramReading, readProgram } from './read-program.ts'
import { writeCases } from './write-cases.ts'
import { type TestFile, writeTestFile } from './write-test-file.ts'
import type { WrittenCase } from './written-case.ts'

const USUAL_KINDS: TestKind[] = ['unit', 'edge', 'property', 'integration']

/** Makes tests for JavaScript and TypeScript by running their functions in a box and writing down what they do. */
export const javascriptTestMaker: TestMaker = {
  languages: ['javascript', 'typescript'],
  async make(plan, runInBox, signal) {
    const began = performance.now()
    const program = readProgram(plan.code, plan.fileName, plan.options.functions)
    if (!program)
      return emptyReport(plan, { began, skipped: [{ function: plan.fileName, reason: 'it does not parse' }] })
    const made = await makeCases(plan, { program, runInBox, signal })
    const tested = await runAll(plan, { program, cases: made.cases, runInBox, signal })
    return {
      ...tested,
      dropped: [...made.dropped, ...tested.dropped],
      skipped: [...program.skipped, ...made.skipped],
      durationMs: performance.now() - began,
    }
  },
  async optimize(plan, _runInBox, _signal) {
    return emptyReport(plan, { began: performance.now(), skipped: [] })
  },
}

interface Work {
  program: ProgramReading
  runInBox: RunInBox
  signal: AbortSignal
}

async function makeCases(plan: TestPlan, { program, runInBox, signal }: Work) {
  const nothing = { cases: [], dropped: [], skipped: [] }
  if (plan.options.generate === false || program.callables.length === 0) return nothing
  const kinds = plan.options.kinds ?? USUAL_KINDS
  const budgetMs = Math.max(500, (plan.deadline - performance.now()) * 0.45)
  const job = {
    kind: 'find',
    targets: program.callables,
    classes: program.classes,
    wantsMain: kinds.includes('integration') && program.mainPart.length > 0,
  } as const
  const found = await doInBox({ plan, program, job, budgetMs, answer: foundCases }, runInBox, signal)
  return writeCases(program, found, kinds)
}

async function runAll(plan: TestPlan, { program, cases, runInBox, signal }: Work & { cases: WrittenCase[] }) {
  const file = writeTestFile(program, cases)
  const own = plan.options.files ?? {}
  const files = [...Object.keys(own), ...(cases.length > 0 ? [file.name] : [])]
  const framework = 'node:test'
  if (files.length === 0) return { language: plan.language, framework, file: bare(file), cases: [], dropped: [] }
  const budgetMs = Math.max(500, plan.deadline - performance.now() - 4000)
  const outside = cases
    .filter(({ kind }) => kind === 'integration' || kind === 'performance')
    .map((each) => `${file.name} ${nameOf(each)}`)
  const job = { kind: 'test', files, hidden: file.hidden, outside, mutation: plan.options.mutation !== false } as const
  const played = await doInBox(
    { plan, program, job, budgetMs, tests: { ...own, [file.name]: file.content }, answer: playedTests },
    runInBox,
    signal,
  )
  if (!played) return { language: plan.language, framework, file: bare(file), cases: [], dropped: [] }
  const written = new Map(cases.map((each) => [nameOf(each), each]))
  const isGood = ({ file: from, passed, isSteady }: PlayedCase) => from in own || (passed && isSteady)
  const good = played.cases.filter(isGood)
  const bad = played.cases.filter((each) => !isGood(each))
  const kept = cases.filter((each) => !bad.some(({ name }) => name === nameOf(each)))
  return {
    language: plan.language,
    framework,
    file: bare(bad.length > 0 ? writeTestFile(program, kept) : file),
    cases: good.map((each) => caseOf(each, each.file in own ? undefined : written.get(each.name))),
    coverage: countCoverage(program.places, played),
    ...(plan.options.mutation !== false && { mutation: countMutants(program, played.mutants) }),
    dropped: bad.map(({ name, isSteady }) => ({ name, reason: isSteady ? ('failing' as const) : ('flaky' as const) })),
  }
}

const bare = ({ name, content }: TestFile) => ({ name, content })
const nameOf = (each: WrittenCase): string => `${each.function} > ${each.title}`

function caseOf({ name, passed, detail, output, durationMs }: PlayedCase, written: WrittenCase | undefined): TestCase {
  return {
    name: written?.title ?? name,
    kind: written?.kind ?? 'own',
    ...(written && { function: written.function }),
    from: written?.from ?? 'request',
    passed,
    ...(detail !== undefined && { detail }),
    ...(output !== undefined && { output }),
    durationMs,
  }
}

function emptyReport(
  { language, fileName }: TestPlan,
  { began, skipped }: { began: number; skipped: TestReport['skipped'] },
): TestReport {
  return {
    language,
    framework: 'node:test',
    file: { name: `${fileName}.test.mjs`, content: '' },
    cases: [],
    dropped: [],
    skipped,
    durationMs: performance.now() - began,
  }
}

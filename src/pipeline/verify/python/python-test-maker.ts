import type { TestKind, TestReport } from '../../../contract/test-report.ts'
import { supportFiles } from '../../../language/support-files.ts'
import type { RunInSandbox, SandboxWorkEnd, TestMaker, TestPlan } from '../test-maker.ts'
import { askForCases } from './ask-for-cases.ts'
import { readReport, type SandboxReport } from './read-report.ts'

const INSIDE = new URL('./inside/', import.meta.url)
/** Small changes of a program, and work in forked children: repair searches with the same. */
const SHARED = new URL('../../../language/python/inside/', import.meta.url)
/** Our program that runs, and the folders beside it: our modules, and the program under test. */
const ENTRY = 'main.py'
const PACKAGE = 'anneal_verify'
const FOLDER = 'program'
/** Time for the sandbox to start and for the report to be written. */
const OVERHEAD_MS = 700
const LEAST_MS = 1500
const USUAL_KINDS: TestKind[] = ['unit', 'edge', 'property', 'integration']

/** Generates tests for Python by calling the program in a sandbox and recording the results, as a file for unittest and pytest. */
export const pythonTestMaker: TestMaker = {
  languages: ['python'],
  async make(plan, runInSandbox, signal) {
    const startedAt = performance.now()
    const testFile = testFileOf(plan)
    const cases = await askForCases(plan, signal)
    const own = testsAmong(Object.keys(plan.options.files ?? {}))
    const job = { mode: 'make', testFile, own, cases, files: plan.options.files ?? {} }
    return reportOf(plan, { testFile, startedAt, ...(await doInSandbox(plan, job, { runInSandbox, signal })) })
  },
  async optimize(plan, runInSandbox, signal) {
    const startedAt = performance.now()
    const { name: testFile, content } = plan.tests
    const job = { mode: 'optimize', testFile, own: [], cases: [], files: { [testFile]: content } }
    const done = await doInSandbox(plan, job, { runInSandbox, signal })
    // A file that could not be judged is not thrown away.
    return reportOf(plan, { testFile, startedAt, content, ...done })
  },
}

interface Job {
  mode: string
  testFile: string
  /** Names of the test files of the request. */
  own: string[]
  cases: unknown[]
  /** Test files, by path. */
  files: Readonly<Record<string, string>>
}

interface Done {
  report: SandboxReport | undefined
  end: SandboxWorkEnd
}

async function doInSandbox(
  plan: TestPlan,
  { files, ...job }: Job,
  { runInSandbox, signal }: { runInSandbox: RunInSandbox; signal: AbortSignal },
): Promise<Done> {
  const timeoutMs = Math.max(LEAST_MS, plan.deadline - performance.now())
  const { kinds = USUAL_KINDS, functions = null, mutation = true, generate = true } = plan.options
  const seconds = (timeoutMs - OVERHEAD_MS) / 1000
  const told = {
    ...job,
    folder: FOLDER,
    fileName: moduleFileOf(plan.fileName),
    kinds,
    functions,
    mutation,
    generate,
    seconds,
  }
  const support = [...(await supportFiles(INSIDE)), ...(await supportFiles(SHARED))]
  const ours = support.filter(([name]) => name.endsWith('.py') && name !== ENTRY)
  const code = support.find(([name]) => name === ENTRY)?.[1].toString()
  if (code === undefined) throw new Error(`${ENTRY} is missing in ${INSIDE.href}`)
  const work = {
    code,
    language: 'python',
    files: {
      ...Object.fromEntries(ours.map(([name, content]) => [`${PACKAGE}/${name}`, content.toString()])),
      ...Object.fromEntries(
        Object.entries({ ...plan.files, ...files }).map(([path, text]) => [`${FOLDER}/${path}`, text]),
      ),
      [`${FOLDER}/${moduleFileOf(plan.fileName)}`]: plan.code,
      'plan.json': JSON.stringify(told),
    },
    timeoutMs,
  }
  const end = await runInSandbox(work, signal)
  return { report: readReport(end.stdout), end }
}

function reportOf(
  plan: TestPlan,
  { report, end, testFile, startedAt, content = '' }: Done & { testFile: string; startedAt: number; content?: string },
): TestReport {
  const nothing = { file: { name: testFile, content }, cases: [], dropped: [] }
  const reason = end.endedBy === 'exit' ? 'the programs that test it failed' : `testing it was ended by ${end.endedBy}`
  return {
    language: plan.language,
    framework: 'unittest',
    ...(report ?? { ...nothing, skipped: [{ function: plan.fileName, reason }] }),
    durationMs: performance.now() - startedAt,
  }
}

/** Tests lie beside the program and import it by its name. */
function moduleFileOf(path: string): string {
  const name = path.split('/').at(-1) || ENTRY
  return name.endsWith('.py') ? name : `${name}.py`
}

/** Named so that unittest and pytest find it, and unlike the files of the request. */
function testFileOf({ fileName, options, files }: TestPlan): string {
  const stem = moduleFileOf(fileName).replace(/\.py$/, '').replace(/\W/g, '_')
  const taken = { ...files, ...options.files }
  const name = `test_${stem}.py`
  return name in taken ? `test_${stem}_made.py` : name
}

/** Test files by their name, and texts with examples; all modules when no name fits. */
function testsAmong(names: string[]): string[] {
  const isTest = (name: string) => /(?:^|\/)test[^/]*\.py$|_test\.py$|\.(?:txt|md|rst)$/.test(name)
  const isModule = (name: string) => name.endsWith('.py') && !name.endsWith('conftest.py')
  const tests = names.filter(isTest)
  return tests.length > 0 ? tests : names.filter(isModule)
}

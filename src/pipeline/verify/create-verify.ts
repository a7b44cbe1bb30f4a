import { EngineError } from '../../contract/errors.ts'
import { withRoundTimes } from '../../contract/round-ms.ts'
import type { TestFile, TestOptions, TestReport } from '../../contract/test-report.ts'
import type { Language } from '../../language/language.ts'
import type { LanguageModel } from '../../model/model.ts'
import type { Draft } from '../draft.ts'
import type { Execution } from '../execution.ts'
import type { Stage } from '../stage.ts'
import type { TryOut } from '../try-out.ts'
import { createRunInSandbox } from './run-in-sandbox.ts'
import type { TestMaker, TestPlan } from './test-maker.ts'

const USUAL_BUDGET_MS = 30_000

export interface VerifyParts {
  makers: readonly TestMaker[]
  tryOut: TryOut
  languages: readonly Language[]
  /** Proposes cases when a request wants that. */
  model?: LanguageModel | undefined
}

/** The program under test, with the limits and the admission that its tests use. */
export interface TestedProgram extends Pick<Execution, 'code' | 'language' | 'limits' | 'admission' | 'request'> {
  /** The caller's name for the file; tests import the program by this name. */
  fileName?: string | undefined
}

/** Generates tests, runs them, and removes the redundant ones. */
export function createVerify({ makers, tryOut, languages, model }: VerifyParts) {
  const prepare = (program: TestedProgram, options: TestOptions) => {
    const { code, language, request } = program
    const maker = makers.find((each) => each.languages.includes(language.id))
    const plan: TestPlan = {
      ...{ code, language: language.id, options },
      fileName: program.fileName ?? language.fileName,
      files: textsOf(request.files),
      deadline: performance.now() + (options.budgetMs ?? USUAL_BUDGET_MS),
      ...(options.model && { model }),
    }
    return { maker, plan, runInSandbox: createRunInSandbox(tryOut, { ...program, languages }) }
  }
  const make = async (program: TestedProgram, options: TestOptions, signal: AbortSignal): Promise<TestReport> => {
    const { maker, plan, runInSandbox } = prepare(program, options)
    return maker ? inRoundTimes(await maker.make(plan, runInSandbox, signal)) : noTestsOf(program.language)
  }
  const stage: Stage<Execution & Draft, void> = async (draft, { emit, signal, cause }) => {
    const { block, attempt, quality } = draft
    const report = await make(draft, quality.tests ?? {}, signal)
    emit({ type: 'code.tested', block, attempt, report, cause })
  }
  return {
    stage,
    make,
    async optimize(program: TestedProgram, tests: TestFile, signal: AbortSignal): Promise<TestReport> {
      const { maker, plan, runInSandbox } = prepare(program, {})
      if (!maker) throw new EngineError('UNSUPPORTED', { what: `tests of ${program.language.id}` })
      return inRoundTimes(await maker.optimize({ ...plan, tests }, runInSandbox, signal))
    },
  }
}

const inRoundTimes = (report: TestReport): TestReport => ({
  ...withRoundTimes(report),
  cases: report.cases.map(withRoundTimes),
})

/** Tests that were asked for and are not possible are reported, never passed over in silence. */
const noTestsOf = ({ id }: Language): TestReport => ({
  language: id,
  framework: '',
  file: { name: '', content: '' },
  cases: [],
  dropped: [],
  skipped: [{ function: '*', reason: `Tests are made for Python, JavaScript and TypeScript; this is ${id}.` }],
  durationMs: 0,
})

/** Files that are not text cannot be read by tests either. */
function textsOf(files: Execution['request']['files'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

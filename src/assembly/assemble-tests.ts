import type { Limits } from '../contract/limits.ts'
import type { OptimizeRequest, TestReport, TestRequest } from '../contract/test-report.ts'
import type { Language } from '../language/language.ts'
import type { LanguageModel } from '../model/model.ts'
import type { Detect } from '../pipeline/detect/detect.ts'
import type { Executed, Execution } from '../pipeline/execution.ts'
import type { Reading } from '../pipeline/reading/reading-jobs.ts'
import type { Stage } from '../pipeline/stage.ts'
import { createTryOut } from '../pipeline/try-out.ts'
import { createMakers } from '../pipeline/verify/create-makers.ts'
import { createVerify, type TestedProgram } from '../pipeline/verify/create-verify.ts'
import type { Slots } from '../sandbox/slots.ts'

export interface TestAssembly {
  execute: Stage<Execution, Executed>
  languages: readonly Language[]
  model: LanguageModel | undefined
  reading: Reading
  languageOf: Detect['languageOf']
  slots: Pick<Slots, 'admit'>
  grantLimits(asked: TestRequest['limits']): Limits
  /** Throws when a program must not run. */
  assertMayRun(program: { code: string; language: string }, userId: string, signal?: AbortSignal): Promise<void>
  assertWalls(): Promise<void>
}

/** Tests on their own, without a run of the program itself. */
export function assembleTests({ languageOf, slots, reading, ...parts }: TestAssembly) {
  const verify = createVerify({ ...parts, makers: createMakers(reading), tryOut: createTryOut(parts.execute) })
  const inTurn = async (
    { code, language: asked, fileName, limits }: Pick<TestRequest, 'code' | 'language' | 'fileName' | 'limits'>,
    { userId, signal = new AbortController().signal }: { userId: string; signal?: AbortSignal | undefined },
    work: (program: TestedProgram, signal: AbortSignal) => Promise<TestReport>,
  ): Promise<TestReport> => {
    const { language } = await languageOf({ code, language: asked, fileName }, signal)
    const granted = parts.grantLimits(limits)
    await parts.assertMayRun({ code, language: language.id }, userId, signal)
    const admission = slots.admit(userId)
    try {
      await parts.assertWalls()
      return await work({ code, language, fileName, limits: granted, admission, request: {} }, signal)
    } finally {
      admission.leave()
    }
  }
  return {
    stage: verify.stage,
    /** Makes tests for a program, and tells what they cover. */
    make: ({ code, language, fileName, limits, ...options }: TestRequest, caller: Parameters<typeof inTurn>[1]) =>
      inTurn({ code, language, fileName, limits }, caller, (program, signal) => verify.make(program, options, signal)),
    /** Leaves out the tests that others make needless. */
    optimize: ({ tests, ...request }: OptimizeRequest, caller: Parameters<typeof inTurn>[1]) =>
      inTurn(request, caller, (program, signal) => verify.optimize(program, tests, signal)),
  }
}

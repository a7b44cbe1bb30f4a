import type { OptimizeRequest, TestReport, TestRequest } from '../contract/test-report.ts'
import type { Language } from '../language/language.ts'
import type { LanguageModel } from '../model/model.ts'
import type { Slots } from '../sandbox/slots.ts'
import type { Detect } from './detect/detect.ts'
import type { Grants } from './grants.ts'
import type { QualityApi } from './quality-part.ts'
import type { Reading } from './reading/reading-jobs.ts'
import type { StagePart } from './stage-part.ts'
import type { Stages } from './stages.ts'
import { createTryOut } from './try-out.ts'
import { createMakers } from './verify/create-makers.ts'
import { createVerify, type TestedProgram } from './verify/create-verify.ts'

export interface TestNeeds extends Pick<Stages, 'execute'> {
  grants: Grants
  languages: readonly Language[]
  model: LanguageModel | undefined
  reading: Reading
  detect: Pick<Detect, 'languageOf'>
  quality: Pick<QualityApi, 'assertMayRun'>
  slots: Pick<Slots, 'admit'>
}

interface TestCaller {
  userId: string
  signal?: AbortSignal | undefined
}

/** Tests on their own, without a run of the program itself. */
export interface TestsApi {
  /** Makes tests for a program, and reports their coverage. */
  make(request: TestRequest, caller: TestCaller): Promise<TestReport>
  /** Leaves out the tests that others make needless. */
  optimize(request: OptimizeRequest, caller: TestCaller): Promise<TestReport>
}

export function testsPart({ detect, slots, reading, grants, quality, ...parts }: TestNeeds): StagePart<TestsApi> {
  const verify = createVerify({ ...parts, makers: createMakers(reading), tryOut: createTryOut(parts.execute) })
  const inTurn = async (
    { code, language: asked, fileName, limits }: Pick<TestRequest, 'code' | 'language' | 'fileName' | 'limits'>,
    { userId, signal = new AbortController().signal }: TestCaller,
    work: (program: TestedProgram, signal: AbortSignal) => Promise<TestReport>,
  ): Promise<TestReport> => {
    const { language } = await detect.languageOf({ code, language: asked, fileName }, signal)
    const granted = grants.grantLimits(limits)
    await quality.assertMayRun({ code, language: language.id }, userId, signal)
    const admission = slots.admit(userId)
    try {
      await grants.assertWalls()
      return await work({ code, language, fileName, limits: granted, admission, request: {} }, signal)
    } finally {
      admission.leave()
    }
  }
  return {
    stages: { verify: verify.stage },
    api: {
      make: ({ code, language, fileName, limits, ...options }, caller) =>
        inTurn({ code, language, fileName, limits }, caller, (program, signal) =>
          verify.make(program, options, signal),
        ),
      optimize: ({ tests, ...request }, caller) =>
        inTurn(request, caller, (program, signal) => verify.optimize(program, tests, signal)),
    },
  }
}

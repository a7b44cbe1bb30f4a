import { guardPolicyOf } from '../config/guard-policy.ts'
import type { Config } from '../config/settings.ts'
import type { Analysis, AnalyzeRequest } from '../contract/analysis.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { GuardPolicy, GuardReport, GuardRequest, GuardRuleInfo } from '../contract/guard.ts'
import type { RunOptions } from '../contract/run-options.ts'
import type { LanguageModel } from '../model/model.ts'
import { createAnalyze } from './analyze/create-analyze.ts'
import { createMeasure, type MeasureParts } from './analyze/create-measure.ts'
import type { InspectCorrection } from './correct/correct-by-rules.ts'
import type { Detect } from './detect/detect.ts'
import { createGuard } from './guard/create-guard.ts'
import type { CustomRule } from './guard/custom/rule-document.ts'
import type { Program } from './guard/find-dangers.ts'
import { type Judge, judgeBy } from './guard/policy.ts'
import { createReview } from './guard/review/create-review.ts'
import type { Quality } from './quality.ts'
import { createInspection } from './reading/create-inspection.ts'
import type { Inspection, InspectionCache } from './reading/inspection.ts'
import { readingBudgetMs } from './reading/reading-budget.ts'
import type { Reading } from './reading/reading-jobs.ts'
import { rulesVersion } from './reading/rules-version.ts'
import type { StagePart } from './stage-part.ts'

/** Policies of users, where they are kept. */
export interface PolicyBook {
  get(userId: string): Promise<GuardPolicy | undefined>
  put(policy: GuardPolicy, by: { userId: string; at: number }): Promise<void>
  /** Whether there was one. */
  remove(by: { userId: string; at: number }): Promise<boolean>
}

export interface QualityNeeds extends Pick<Ground, 'clock' | 'onTrouble'> {
  config: Config
  reading: Reading
  customRules: readonly CustomRule[]
  inspections: InspectionCache
  policies: PolicyBook
  measures: MeasureParts['rows']
  detect: Pick<Detect, 'languageOf'>
  model: LanguageModel | undefined
}

/** Everything that is looked at around executions; `verdictOn`, `dangersOf` and `warmUp` as the inspection says. */
export interface QualityApi extends Pick<Inspection, 'verdictOn' | 'dangersOf' | 'warmUp'> {
  guard(request: GuardRequest, userId: string, signal?: AbortSignal): Promise<GuardReport>
  analyze(request: AnalyzeRequest, signal?: AbortSignal): Promise<Analysis>
  guardRules(): Promise<{ rules: GuardRuleInfo[] }>
  guardPolicies: {
    /** The policies that count for a user before any call says otherwise. */
    get(userId: string): Promise<{ server: GuardPolicy; user: GuardPolicy }>
    put(userId: string, policy: GuardPolicy): Promise<void>
    /** Whether there was one. */
    remove(userId: string): Promise<boolean>
  }
  /** The wishes of a call, and of the server where it has none. */
  qualityOf(options: RunOptions, userId: string): Promise<Quality>
  /** Throws when the policy of the server or of the user blocks the program. */
  assertMayRun(program: Program, userId: string, signal?: AbortSignal): Promise<void>
  inspectCorrection: InspectCorrection
  /** Starts the threads for a run that is about to be read, where its options want that. */
  prepareFor(options: RunOptions): void
}

/** Guard, analysis and measures around every execution. */
export async function qualityPart(needs: QualityNeeds): Promise<StagePart<QualityApi>> {
  const { config, reading, customRules, policies, measures, detect, model, clock, onTrouble } = needs
  // A rule that ast-grep does not understand keeps the server from starting, and not only each program from being read.
  if (customRules.length > 0) {
    const { createCustomGuard } = await import('./guard/custom/create-custom-guard.ts')
    await createCustomGuard(customRules)
  }
  const cache = needs.inspections
  const inspection = createInspection({ reading, cache, customRules, readVersion: rulesVersion, onTrouble })
  const review = model && createReview(model, config.modelOutputTokens)
  const guard = createGuard({ dangersOf: inspection.dangersOf, review })
  const server = guardPolicyOf(config)

  const judgeFor = async (userId: string, call: GuardPolicy | undefined): Promise<Judge> => {
    const user = await policies.get(userId)
    return judgeBy({ server, user, call, onlyTighter: config.guardTighten })
  }
  const api: QualityApi = {
    inspectCorrection: async ({ code: before, language, quality }, after, signal) =>
      quality.judge && guard.inspect({ before, after, language: language.id }, quality.judge, signal),
    async qualityOf(options, userId) {
      const isChecked = options.securityCheck ?? (config.securityCheck || options.guard !== undefined)
      if (!isChecked && config.guardTighten && config.securityCheck) {
        throw new EngineError('FORBIDDEN', { what: 'run programs without the security check of the server' })
      }
      return {
        ...(isChecked && { judge: await judgeFor(userId, options.guard) }),
        review: options.review ?? config.guardReview,
        analysis: options.analysis ?? config.analysis,
        performance: options.performance ?? config.performance,
        ...(options.tests && { tests: options.tests === true ? {} : options.tests }),
      }
    },
    async guard(request, userId, signal) {
      const { language } = await detect.languageOf(request, signal)
      const judge = await judgeFor(userId, request.policy)
      const program = { code: request.code, language: language.id }
      return guard.report(program, { judge, review: request.review ?? config.guardReview }, signal)
    },
    async analyze(request, signal) {
      const { language } = await detect.languageOf(request, signal)
      const analysis = await inspection.analysisOf({ code: request.code, language: language.id }, signal)
      if (!analysis) throw new EngineError('UNSUPPORTED', { what: `analysis of ${language.id}` })
      return analysis
    },
    async assertMayRun(program, userId, signal) {
      if (!config.securityCheck) return
      const report = await guard.report(program, { judge: await judgeFor(userId, undefined), review: false }, signal)
      const blocking = report.findings.find(({ action }) => action === 'block')
      if (blocking) throw new EngineError('CODE_BLOCKED', blocking)
    },
    guardRules: async () => ({ rules: await reading.ask('rules', null, { budgetMs: readingBudgetMs(0) }) }),
    guardPolicies: {
      get: async (userId) => ({ server, user: (await policies.get(userId)) ?? {} }),
      put: (userId, policy) => policies.put(policy, { userId, at: clock() }),
      remove: (userId) => policies.remove({ userId, at: clock() }),
    },
    verdictOn: inspection.verdictOn,
    dangersOf: inspection.dangersOf,
    warmUp: inspection.warmUp,
    prepareFor({ securityCheck = config.securityCheck, analysis = config.analysis }) {
      if (securityCheck || analysis) reading.prepare()
    },
  }
  const measure = createMeasure({ rows: measures, clock })
  return { api, stages: { guard: guard.stage, analyze: createAnalyze(inspection), measure } }
}

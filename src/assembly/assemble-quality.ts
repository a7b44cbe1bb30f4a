import { guardPolicyOf } from '../config/guard-policy.ts'
import type { Config } from '../config/settings.ts'
import type { Analysis, AnalyzeRequest } from '../contract/analysis.ts'
import { EngineError } from '../contract/errors.ts'
import type { GuardPolicy, GuardReport, GuardRequest } from '../contract/guard.ts'
import type { RunOptions } from '../contract/run-options.ts'
import { createInspectionCache, type InspectionCacheParts } from '../memory/inspection-cache.ts'
import type { LanguageModel } from '../model/model.ts'
import { createAnalyze } from '../pipeline/analyze/create-analyze.ts'
import { createMeasure } from '../pipeline/analyze/create-measure.ts'
import type { InspectCorrection } from '../pipeline/correct/correct-by-rules.ts'
import type { Detect } from '../pipeline/detect/detect.ts'
import { createGuard } from '../pipeline/guard/create-guard.ts'
import type { CustomRule } from '../pipeline/guard/custom/rule-document.ts'
import { type Judge, judgeBy } from '../pipeline/guard/policy.ts'
import { createReview } from '../pipeline/guard/review/create-review.ts'
import type { Quality } from '../pipeline/quality.ts'
import { createInspection } from '../pipeline/reading/create-inspection.ts'
import { readingBudgetMs } from '../pipeline/reading/reading-budget.ts'
import type { Reading } from '../pipeline/reading/reading-jobs.ts'
import { rulesVersion } from '../pipeline/reading/rules-version.ts'
import type { Store } from '../store/store.ts'

export interface QualityAssembly extends Pick<InspectionCacheParts, 'onLook' | 'onTrouble'> {
  config: Config
  reading: Reading
  customRules: readonly CustomRule[]
  store: Pick<Store, 'inspections' | 'policies' | 'measures'>
  languageOf: Detect['languageOf']
  model: LanguageModel | undefined
  clock(): number
}

/** What stands around every execution: guard, analysis, measures. */
export async function assembleQuality(assembly: QualityAssembly) {
  const { config, reading, customRules, store, languageOf, model, clock, ...parts } = assembly
  // What ast-grep does not understand keeps the server from starting, and not only each program from being read.
  if (customRules.length > 0) {
    const { createCustomGuard } = await import('../pipeline/guard/custom/create-custom-guard.ts')
    await createCustomGuard(customRules)
  }
  const cache = createInspectionCache({ ...parts, rows: store.inspections, clock })
  const inspection = createInspection({
    ...{ reading, cache, customRules },
    readVersion: rulesVersion,
    onTrouble: parts.onTrouble,
  })
  const review = model && createReview(model, config.modelOutputTokens)
  const guard = createGuard({ dangersOf: inspection.dangersOf, review })
  const server = guardPolicyOf(config)

  const judgeFor = async (userId: string, call: GuardPolicy | undefined): Promise<Judge> => {
    const user = await store.policies.get(userId)
    return judgeBy({ server, user, call, onlyTighter: config.guardTighten })
  }
  const inspectCorrection: InspectCorrection = async ({ code: before, language, quality }, after, signal) =>
    quality.judge && guard.inspect({ before, after, language: language.id }, quality.judge, signal)

  return {
    stages: {
      guard: guard.stage,
      analyze: createAnalyze(inspection),
      measure: createMeasure({ rows: store.measures, clock }),
    },
    inspectCorrection,
    /** What a call wants, and what the server does unless it is told. */
    async qualityOf(options: RunOptions, userId: string): Promise<Quality> {
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
    async guard(request: GuardRequest, userId: string, signal?: AbortSignal): Promise<GuardReport> {
      const { language } = await languageOf(request, signal)
      const judge = await judgeFor(userId, request.policy)
      const program = { code: request.code, language: language.id }
      return guard.report(program, { judge, review: request.review ?? config.guardReview }, signal)
    },
    async analyze(request: AnalyzeRequest, signal?: AbortSignal): Promise<Analysis> {
      const { language } = await languageOf(request, signal)
      const analysis = await inspection.analysisOf({ code: request.code, language: language.id }, signal)
      if (!analysis) throw new EngineError('UNSUPPORTED', { what: `analysis of ${language.id}` })
      return analysis
    },
    /** Throws when the policy of the server or of the user blocks the program. */
    async assertMayRun(
      program: { code: string; language: string },
      userId: string,
      signal?: AbortSignal,
    ): Promise<void> {
      if (!config.securityCheck) return
      const report = await guard.report(program, { judge: await judgeFor(userId, undefined), review: false }, signal)
      const blocking = report.findings.find(({ action }) => action === 'block')
      if (blocking) throw new EngineError('CODE_BLOCKED', blocking)
    },
    async guardRules() {
      return { rules: await reading.ask('rules', null, { budgetMs: readingBudgetMs(0) }) }
    },
    guardPolicies: {
      /** What counts for a user before any call says otherwise. */
      async get(userId: string) {
        return { server, user: (await store.policies.get(userId)) ?? {} }
      },
      put: (userId: string, policy: GuardPolicy) => store.policies.put(policy, { userId, at: clock() }),
      remove: (userId: string) => store.policies.remove({ userId, at: clock() }),
    },
    verdictOn: inspection.verdictOn,
    prepare: reading.prepare,
    warmUp: inspection.warmUp,
    async close(): Promise<void> {
      await cache.close()
    },
  }
}

import type { Config } from '../config/settings.ts'
import type { Diagnosis } from '../contract/diagnosis.ts'
import { type ErrorPattern, MOST_ERROR_PATTERNS } from '../contract/error-pattern.ts'
import { EngineError } from '../contract/errors.ts'
import type { DiagnoseRequest, StrategyInfo } from '../contract/repair.ts'
import type { StrategyRecord } from '../memory/strategy-record.ts'
import type { BudgetLimits } from '../model/budget.ts'
import type { LanguageModel } from '../model/model.ts'
import { createAskModel } from '../pipeline/correct/model/ask-model.ts'
import type { StrategyFacts } from '../pipeline/correct/strategy.ts'
import { createRepair, type RepairParts } from '../pipeline/create-repair.ts'
import { createSyntaxChecker } from '../pipeline/create-syntax-checker.ts'
import type { Detect } from '../pipeline/detect/detect.ts'
import type { Diagnose } from '../pipeline/diagnose/create-diagnose.ts'
import { createPatterns } from '../pipeline/diagnose/create-patterns.ts'
import { diagnose as read } from '../pipeline/diagnose/diagnose.ts'
import { diagnoseFailedTest } from '../pipeline/diagnose/failed-test.ts'
import { readingBudgetMs } from '../pipeline/reading/reading-budget.ts'
import type { PatternRows } from '../store/store.ts'

/** More boxes at once than there are cores would only take turns. */
const RACE_LANES = 3

export interface RepairAssembly extends Pick<RepairParts, 'execute' | 'inspect' | 'onTrouble' | 'reading'> {
  config: Config
  record: StrategyRecord
  model: LanguageModel | undefined
  languageOf: Detect['languageOf']
  /** Where patterns of the API are kept. */
  rows: PatternRows
  clock(): number
}

/** The stages after a failure, with the rules, the record and the parsers of this engine. */
export async function assembleRepair({ config, record, model, languageOf, rows, clock, ...parts }: RepairAssembly) {
  const patterns = createPatterns({ custom: config.errorPatterns })
  for (const pattern of await rows.list()) patterns.add(pattern)
  const diagnose: Diagnose = ({ code, language: { id }, executed: { end, stderr }, failedTest }) =>
    failedTest
      ? diagnoseFailedTest(failedTest, id)
      : read({ code, language: id, end, stderr, patterns: patterns.all() })
  let known: Promise<readonly StrategyFacts[]> | undefined
  const strategies = () => {
    known ??= parts.reading.ask('strategies', null, { budgetMs: readingBudgetMs(0) })
    known.catch(() => {
      // Asked again next time.
      known = undefined
    })
    return known
  }
  const stages = createRepair({
    ...parts,
    record,
    diagnose,
    strategies,
    preferred: patterns.preferred,
    model:
      model &&
      createAskModel({
        model,
        check: createSyntaxChecker(parts.reading).check,
        weakens: (change, signal) =>
          parts.reading.ask('weakens', change, { budgetMs: readingBudgetMs(change.after.length), signal }),
        maxTokens: config.modelOutputTokens,
        budget: modelBudgetOf(config),
      }),
    order: config.correctors.split(',') as RepairParts['order'],
    lanes: Math.max(1, Math.min(RACE_LANES, config.concurrentRunsPerUser)),
  })
  return {
    stages,
    /** What an error means that a program ended with elsewhere. */
    async explainError({ error: stderr, ...program }: DiagnoseRequest): Promise<Diagnosis> {
      const { language } = await languageOf(program)
      const { code } = program
      const error = language.errorOf({ stderr, code })
      const end = { ...EXITED, ...(error && { error }) }
      return diagnose({ code, language, executed: { end, stdout: '', stderr, isWhole: true } })
    },
    errorPatterns: {
      list: () => ({ patterns: patterns.list() }),
      /** Takes the place of one with the same id; kept before it counts. */
      async add(pattern: ErrorPattern, userId: string): Promise<ErrorPattern> {
        const isNew = !patterns.list().some(({ id }) => id === pattern.id)
        if (isNew && patterns.list().length >= MOST_ERROR_PATTERNS) {
          throw new EngineError('INVALID_REQUEST', {
            problems: [`body: there are ${MOST_ERROR_PATTERNS} patterns already`],
          })
        }
        await rows.put(pattern, { userId, at: clock() })
        patterns.add(pattern)
        return pattern
      },
      async remove(id: string, userId: string): Promise<{ removed: boolean }> {
        const removed = await rows.remove(id, { userId, at: clock() })
        if (removed) patterns.remove(id)
        return { removed }
      },
    },
    strategies: {
      async list(): Promise<StrategyInfo[]> {
        const learned = Object.groupBy(record.list(), ({ strategy }) => strategy)
        return (await strategies()).map(({ id, title, languages: ids, answers, prior }) => ({
          ...{ id, title, languages: [...ids], answers: [...answers], prior },
          learned: (learned[id] ?? []).map(({ strategy: _, ...counted }) => counted),
        }))
      },
      reset: record.reset,
    },
  }
}

function modelBudgetOf({ modelRunTokens: tokens, modelRunUsd: usd, ...config }: Config): BudgetLimits {
  const prices = { inputUsd: config.modelInputUsd, outputUsd: config.modelOutputUsd }
  return usd === 0 ? { tokens } : { tokens, money: { usd, prices } }
}

const EXITED = { endedBy: 'exit', exitCode: 1, signal: null, durationMs: 0, waitMs: 0, invalidUtf8: false } as const

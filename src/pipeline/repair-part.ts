import type { Config } from '../config/settings.ts'
import type { Diagnosis } from '../contract/diagnosis.ts'
import { type ErrorPattern, MOST_ERROR_PATTERNS } from '../contract/error-pattern.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { DiagnoseRequest, StrategyInfo } from '../contract/repair.ts'
import type { BudgetLimits } from '../model/budget.ts'
import type { LanguageModel } from '../model/model.ts'
import { createAskModel } from './correct/model/ask-model.ts'
import type { StrategyFacts } from './correct/strategy.ts'
import { searchesOf } from './correct/values/searches-of.ts'
import { createRepair, type RepairParts } from './create-repair.ts'
import { createRerun, type Rerun, type RerunNeeds } from './create-rerun.ts'
import { createSyntaxChecker } from './create-syntax-checker.ts'
import type { Detect } from './detect/detect.ts'
import type { Diagnose } from './diagnose/create-diagnose.ts'
import { createPatterns } from './diagnose/create-patterns.ts'
import { diagnose as read } from './diagnose/diagnose.ts'
import { diagnoseFailedTest } from './diagnose/failed-test.ts'
import { raisedInTest } from './diagnose/raised-in-test.ts'
import { readingBudgetMs } from './reading/reading-budget.ts'
import type { StagePart } from './stage-part.ts'

/** More sandboxes at once than cores would only take turns. */
const RACE_LANES = 3

export interface RepairNeeds
  extends Pick<Ground, 'clock' | 'onTrouble'>,
    Pick<RepairParts, 'execute' | 'inspect' | 'reading' | 'lessons' | 'repairs' | 'examples' | 'programs'>,
    RerunNeeds {
  config: Config
  record: RepairParts['record'] & {
    list(): (StrategyInfo['learned'][number] & { strategy: string })[]
    reset(): Promise<void>
  }
  model: LanguageModel | undefined
  detect: Pick<Detect, 'languageOf'>
  /** The patterns that were added through the API. */
  patterns: {
    put(pattern: ErrorPattern, by: { userId: string; at: number }): Promise<void>
    remove(id: string, by: { userId: string; at: number }): Promise<boolean>
    list(): Promise<ErrorPattern[]>
  }
}

/** Failures explained, and everything that repairs go by. */
export interface RepairApi {
  /** Explains an error that a program ended with elsewhere. */
  diagnose(request: DiagnoseRequest): Promise<Diagnosis>
  errorPatterns: {
    list(): { patterns: ErrorPattern[] }
    /** Takes the place of one with the same id; kept before it counts. */
    add(pattern: ErrorPattern, userId: string): Promise<ErrorPattern>
    remove(id: string, userId: string): Promise<{ removed: boolean }>
  }
  /** Runs a program once more in a fresh sandbox, without network and without a run. */
  rerun: Rerun
  strategies: {
    list(): Promise<StrategyInfo[]>
    reset(): Promise<void>
  }
}

/** The stages after a failure, with the rules, the record and the parsers of this engine. */
export async function repairPart(needs: RepairNeeds): Promise<StagePart<RepairApi>> {
  const { config, record, model, detect, patterns: rows, clock, ...parts } = needs
  const patterns = createPatterns({ custom: config.errorPatterns })
  for (const pattern of await rows.list()) patterns.add(pattern)
  const diagnose: Diagnose = ({ code, language: { id }, executed: { end, stderr }, failedTest, raised }) => {
    const all = { language: id, patterns: patterns.all() }
    if (!failedTest) return read({ ...all, code, end, stderr })
    const inside = raised && read({ ...all, code: raised.code, ...raised.executed })
    return (inside && raisedInTest(inside, { code, name: failedTest.name })) ?? diagnoseFailedTest(failedTest, id)
  }
  let known: Promise<readonly StrategyFacts[]> | undefined
  const strategies = () => {
    known ??= parts.reading.ask('strategies', null, { budgetMs: readingBudgetMs(0) })
    known.catch(() => {
      // Asked again next time.
      known = undefined
    })
    return known
  }
  const refuses: RepairParts['refuses'] = (change, signal) =>
    parts.reading.ask('refuses', change, { budgetMs: readingBudgetMs(change.after.length), signal })
  const stages = createRepair({
    ...parts,
    refuses,
    values:
      config.repairSearchMs === 0 ? undefined : { prepare: searchesOf(parts.reading), budgetMs: config.repairSearchMs },
    record,
    diagnose,
    strategies,
    preferred: patterns.preferred,
    model:
      model &&
      createAskModel({
        model,
        check: createSyntaxChecker(parts.reading).check,
        refuses,
        assumes: (change, signal) =>
          parts.reading.ask('assumes', change, { budgetMs: readingBudgetMs(change.after.length), signal }),
        maxTokens: config.modelOutputTokens,
        budget: modelBudgetOf(config),
      }),
    order: config.correctors.split(',') as RepairParts['order'],
    lanes: Math.max(1, Math.min(RACE_LANES, config.concurrentRunsPerUser)),
  })
  const api: RepairApi = {
    async diagnose({ error: stderr, ...program }) {
      const { language } = await detect.languageOf(program)
      const { code } = program
      const error = language.errorOf({ stderr, code })
      const end = { ...EXITED, ...(error && { error }) }
      return diagnose({ code, language, executed: { end, stdout: '', stderr, isWhole: true } })
    },
    errorPatterns: {
      list: () => ({ patterns: patterns.list() }),
      async add(pattern, userId) {
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
      async remove(id, userId) {
        const removed = await rows.remove(id, { userId, at: clock() })
        if (removed) patterns.remove(id)
        return { removed }
      },
    },
    rerun: createRerun({ ...needs, diagnose }),
    strategies: {
      async list() {
        const learned = Object.groupBy(record.list(), ({ strategy }) => strategy)
        return (await strategies()).map(({ id, title, languages: ids, answers, prior, bold }) => ({
          ...{ id, title, languages: [...ids], answers: [...answers], prior, ...(bold && { bold }) },
          learned: (learned[id] ?? []).map(({ strategy: _, ...counted }) => counted),
        }))
      },
      reset: record.reset,
    },
  }
  return { api, stages }
}

function modelBudgetOf({ modelRunTokens: tokens, modelRunUsd: usd, ...config }: Config): BudgetLimits {
  const prices = { inputUsd: config.modelInputUsd, outputUsd: config.modelOutputUsd }
  return usd === 0 ? { tokens } : { tokens, money: { usd, prices } }
}

const EXITED = { endedBy: 'exit', exitCode: 1, signal: null, durationMs: 0, waitMs: 0, invalidUtf8: false } as const

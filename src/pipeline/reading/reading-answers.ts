import { createDirectChecker } from '../../language/syntax/direct-checker.ts'
import { threadCpuMs } from '../../language/thread-cpu-ms.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import type { LanguageGuard } from '../guard/rule.ts'
import type { ReadingBudget } from './reading-budget.ts'
import type { ReadingJobs } from './reading-jobs.ts'

export interface AnswerParts {
  customRules: readonly CustomRule[]
  /** A parser was loaded, which takes its time once. */
  onLoaded(): void
  /** Something was stopped in the middle, such as a parser in WebAssembly, and is in an unknown state. */
  onBroken(): void
}

/** Share of the time in which rules are tried; the rest is for the search without a parser. */
const SHARE_OF_RULES = 0.8

type Answer<Kind extends keyof ReadingJobs> = (
  question: ReadingJobs[Kind]['asks'],
  budget: ReadingBudget,
) => ReadingJobs[Kind]['gives'] | Promise<ReadingJobs[Kind]['gives']>

type Answering = (question: never, budget: ReadingBudget) => unknown

/** The code for a job is loaded when the first job of its kind comes: a thread holds only code that it uses. */
export function createAnswers({
  customRules,
  onLoaded,
  onBroken,
}: AnswerParts): (kind: keyof ReadingJobs) => Promise<Answering> {
  const checker = createDirectChecker({ onLoaded, onBroken })
  /** When the time is spent, the rest is judged by its signs alone. */
  const syntaxWithin = (budget: ReadingBudget, isParsed: boolean) => ({
    check: async (language: string, sources: readonly string[]) => {
      const answers = []
      for (const source of sources) {
        answers.push(isParsed && !budget.isSpent() ? await checker.check(language, source) : null)
      }
      return answers
    },
  })
  const loaders: { [Kind in keyof ReadingJobs]: () => Promise<Answer<Kind>> } = {
    async detect() {
      const { findBlocks } = await import('../detect/find-blocks.ts')
      const { languages } = await import('../../language/languages.ts')
      return ({ isParsed, ...wanted }, budget) =>
        findBlocks(wanted, { languages, syntax: syntaxWithin(budget, isParsed) })
    },
    async language() {
      const { judgeProgram } = await import('../detect/find-blocks.ts')
      const { languages } = await import('../../language/languages.ts')
      return ({ isParsed, code }, budget) => judgeProgram(code, { languages, syntax: syntaxWithin(budget, isParsed) })
    },
    syntax:
      async () =>
      async ({ language, code }) =>
        checker.check(language, code),
    async guard() {
      const { readDangers } = await import('../guard/read-dangers.ts')
      const guards = await allGuards(customRules)
      return (program, budget) => {
        const bugs: string[] = []
        const dangers = readDangers(program, guards, {
          onBug: (rule, error) => void bugs.push(`${rule}: ${error}`),
          isSpent: () => budget.isSpent(SHARE_OF_RULES),
        })
        if (bugs.length > 0) onBroken()
        return bugs.length === 0 ? dangers : { ...dangers, bugs }
      }
    },
    async scan() {
      const { scanDangers } = await import('../guard/read-dangers.ts')
      return scanDangers
    },
    async analyze() {
      const { analyzeCode } = await import('../analyze/analyze-code.ts')
      const { analyses } = await import('../analyze/analyses.ts')
      return (program) => analyzeCode(program, analyses) ?? null
    },
    async command() {
      const { checkCommand } = await import('../guard/bash/check-command.ts')
      return ({ command, policy }) => checkCommand(command, policy)
    },
    async search() {
      const { searchCandidates } = await import('../correct/search-candidates.ts')
      const { strategies } = await import('../correct/strategies.ts')
      const check = async (language: string, sources: readonly string[]) =>
        Promise.all(sources.map((source) => checker.check(language, source)))
      return async (search, budget) => {
        const begunMs = threadCpuMs()
        const found = await searchCandidates(search, { strategies, check, budget })
        return { ...found, spentMs: threadCpuMs() - begunMs }
      }
    },
    async refuses() {
      const { refuses } = await import('../correct/refuses.ts')
      return ({ mayAssume, isBehind, isKnown, isTested, ...change }) =>
        refuses(change, { mayAssume, isBehind, isKnown, isTested }) ?? null
    },
    async assumes() {
      const { assumes } = await import('../correct/assumes.ts')
      return (change) => assumes(change) ?? null
    },
    async rules() {
      const { rulesOf } = await import('../guard/rule-list.ts')
      const guards = await allGuards(customRules)
      return () => rulesOf(guards)
    },
    async strategies() {
      const { strategies } = await import('../correct/strategies.ts')
      return () =>
        strategies.map(({ id, title, languages, answers, prior, bold }) => ({
          ...{ id, title, languages, answers, prior },
          ...(bold && { bold }),
        }))
    },
    async testable() {
      const { readProgram } = await import('../verify/javascript/read-program.ts')
      return ({ code, fileName, functions }) => readProgram(code, fileName, functions) ?? null
    },
    async values() {
      const { valueChanges } = await import('../correct/values/javascript/value-changes.ts')
      const { valueChecks } = await import('../correct/values/javascript/value-checks.ts')
      return ({ code, tests }) => {
        const changes = valueChanges(code)
        const checks = valueChecks(tests)
        return changes && checks ? { changes, checks } : null
      }
    },
    async withoutCases() {
      const { removeCases } = await import('../verify/javascript/case-blocks.ts')
      return ({ content, names }) => removeCases(content, names)
    },
  }
  const loaded = new Map<string, Promise<Answering>>()
  return (kind) => {
    const answering: Promise<Answering> = loaded.get(kind) ?? loaders[kind]()
    loaded.set(kind, answering)
    return answering
  }
}

/** Native code is loaded only for rules that need it. */
async function allGuards(rules: readonly CustomRule[]): Promise<readonly LanguageGuard[]> {
  const { guards } = await import('../guard/guards.ts')
  if (rules.length === 0) return guards
  const { createCustomGuard } = await import('../guard/custom/create-custom-guard.ts')
  return [...guards, (await createCustomGuard(rules)) as LanguageGuard]
}

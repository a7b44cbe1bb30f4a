import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { createDirectChecker } from '../../language/syntax/direct-checker.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import type { LanguageGuard } from '../guard/rule.ts'
import { createReadingBudget, ENDLESS, type ReadingBudget, threadCpuMs } from './reading-budget.ts'
import type { ReadingJobs } from './reading-jobs.ts'
import type { ReadingJob, ReadingReply, ReadingStart } from './reading-protocol.ts'
import { WARM_UP_PROGRAMS } from './warm-up-programs.ts'

const { left, data, isSpare } = workerData as ReadingStart
const tell = (reply: ReadingReply) => parentPort?.postMessage(reply)
const tellBegun = () => tell({ begunAtMs: threadCpuMs() })
/** Something was stopped in the middle, such as a parser in WebAssembly: the next program gets a fresh thread. */
let isBroken = false
const checker = createDirectChecker({
  onLoaded: tellBegun,
  onBroken: () => {
    isBroken = true
  },
})

/** Share of the time in which rules are tried; the rest is for what is found without a parser. */
const SHARE_OF_RULES = 0.8

type Answer<Kind extends keyof ReadingJobs> = (
  question: ReadingJobs[Kind]['asks'],
  budget: ReadingBudget,
) => ReadingJobs[Kind]['gives'] | Promise<ReadingJobs[Kind]['gives']>

/** The code for a job is loaded when the first job of its kind comes: a thread holds only code that it uses. */
const LOADERS: { [Kind in keyof ReadingJobs]: () => Promise<Answer<Kind>> } = {
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
    const guards = await allGuards(data as readonly CustomRule[])
    return (program, budget) => {
      const bugs: string[] = []
      const dangers = readDangers(program, guards, {
        onBug: (rule, error) => void bugs.push(`${rule}: ${error}`),
        isSpent: () => budget.isSpent(SHARE_OF_RULES),
      })
      isBroken ||= bugs.length > 0
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
    return (search, budget) => searchCandidates(search, { strategies, check, budget })
  },
  async refuses() {
    const { refuses } = await import('../correct/refuses.ts')
    return ({ mayAssume, isBehind, ...change }) => refuses(change, { mayAssume, isBehind }) ?? null
  },
  async assumes() {
    const { assumes } = await import('../correct/assumes.ts')
    return (change) => assumes(change) ?? null
  },
  async rules() {
    const { rulesOf } = await import('../guard/rule-list.ts')
    const guards = await allGuards(data as readonly CustomRule[])
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
  async withoutCases() {
    const { removeCases } = await import('../verify/javascript/case-blocks.ts')
    return ({ content, names }) => removeCases(content, names)
  },
}

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

/** Native code is loaded only for rules that need it. */
async function allGuards(rules: readonly CustomRule[]): Promise<readonly LanguageGuard[]> {
  const { guards } = await import('../guard/guards.ts')
  if (rules.length === 0) return guards
  const { createCustomGuard } = await import('../guard/custom/create-custom-guard.ts')
  return [...guards, (await createCustomGuard(rules)) as LanguageGuard]
}

type Answering = (question: never, budget: ReadingBudget) => unknown
const loaded = new Map<string, Promise<Answering>>()
const load = (kind: keyof ReadingJobs): Promise<Answering> => {
  const answering: Promise<Answering> = loaded.get(kind) ?? LOADERS[kind]()
  loaded.set(kind, answering)
  return answering
}

tell({ threadId: Number(basename(readlinkSync('/proc/thread-self'))) })
parentPort?.on('message', async ({ kind, question, budgetMs }: ReadingJob) => {
  try {
    const answering = await load(kind as keyof ReadingJobs)
    tellBegun()
    const budget = createReadingBudget(budgetMs, () => Atomics.load(left, 0) !== 0)
    tell({ answer: await answering(question as never, budget), isLast: isBroken })
  } catch (error) {
    tell({ failure: String(error) })
    isBroken = true
  }
  if (isBroken) process.exit()
})

// An arriving job waits for one step at most; a module that cannot be loaded fails the job that needs it.
for (const kind of isSpare ? (['guard', 'analyze'] as const) : []) {
  for (const program of WARM_UP_PROGRAMS) {
    await load(kind)
      .then((answering) => answering(program as never, ENDLESS))
      .catch(() => {})
    await new Promise(setImmediate)
  }
}

import { createAnswers } from './reading-answers.ts'
import { createReadingBudget } from './reading-budget.ts'
import type { Reading, ReadingJobs } from './reading-jobs.ts'

/** Programs of this length are read within milliseconds, however they are written. */
const SHORT = 2_000
/** Jobs of a program that succeeds. Searches for repairs run parsers on many versions of it. */
const HERE: readonly (keyof ReadingJobs)[] = ['detect', 'language', 'syntax', 'guard', 'command']

/**
 * For a process that runs one program: short programs are read in the main thread, because the start of a thread takes longer than reading
 * them. Everything else, and a program that breaks a parser, is read in threads, which can be ended.
 */
export function readingHere(threads: Reading): Reading {
  let isBroken = false
  const load = createAnswers({
    customRules: [],
    onLoaded: () => {},
    onBroken: () => {
      isBroken = true
    },
  })
  return {
    ...threads,
    async ask(kind, question, given) {
      given.signal?.throwIfAborted()
      if (isBroken || !HERE.includes(kind) || JSON.stringify(question).length > SHORT)
        return threads.ask(kind, question, given)
      try {
        const answering = await load(kind)
        const budget = createReadingBudget(given.budgetMs, () => given.signal?.aborted ?? false)
        const answer = await answering(question as never, budget)
        if (!isBroken) return answer as ReadingJobs[typeof kind]['gives']
      } catch {
        isBroken = true
      }
      return threads.ask(kind, question, given)
    },
    prepare: () => {},
  }
}

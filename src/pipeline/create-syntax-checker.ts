import { EngineError } from '../contract/errors.ts'
import type { SyntaxChecker } from '../language/syntax/syntax.ts'
import { readingBudgetMs } from './reading/reading-budget.ts'
import type { Reading } from './reading/reading-jobs.ts'

/** Parsers in threads: the server never waits for them, for any source. */
export function createSyntaxChecker(reading: Reading): SyntaxChecker {
  const ask = (language: string, code: string, signal: AbortSignal | undefined) =>
    reading.ask('syntax', { language, code }, { budgetMs: readingBudgetMs(code.length), signal }).catch((error) => {
      // A source that exhausts a parser is neither right nor wrong.
      if (error instanceof EngineError && error.code === 'NOT_READ') return null
      throw error
    })
  return { check: (language, sources, signal) => Promise.all(sources.map((source) => ask(language, source, signal))) }
}

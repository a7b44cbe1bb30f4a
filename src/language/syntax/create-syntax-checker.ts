import { extname } from 'node:path'
import { PARSED } from './parsers.ts'
import type { SyntaxChecker, SyntaxProblem } from './syntax.ts'
import { createThread } from './thread.ts'

/** Longer sources are not programs that anyone repairs. */
const MAX_SOURCE = 500_000
const TIMEOUT_MS = 2_000
/** Sources here, what was built from them in the published package. */
const FILE = new URL(`./syntax-worker${extname(import.meta.filename)}`, import.meta.url)

/** Parsers in a thread of their own: the server never waits for them, whatever they are given. */
export function createSyntaxChecker(): SyntaxChecker {
  const thread = createThread<{ language: string; source: string }, SyntaxProblem[] | null>({
    file: FILE,
    timeoutMs: TIMEOUT_MS,
  })
  return {
    async check(language, sources, signal) {
      signal?.throwIfAborted()
      const ask = async (source: string) => {
        if (!PARSED.includes(language) || source.length > MAX_SOURCE) return null
        return (await thread.ask({ language, source }, signal)) ?? null
      }
      return Promise.all(sources.map(ask))
    },
    warmUp: thread.start,
    close: thread.close,
  }
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunResult } from '../src/contract/run.ts'
import type { Engine } from '../src/engine.ts'
import { ADA } from './support/cells.ts'
import { ENDING_PROGRAMS } from './support/ending-programs.ts'
import { withEngine } from './support/engine.ts'

const LIMITS = { timeoutMs: 30_000, memoryMb: 256, processes: 32, outputBytes: 100_000, diskMb: 8 }
/** Remembered before, and asked for after each ending. */
const MEMORY: Record<string, { remember: string; recall: string; recalled: RegExp }> = {
  python: { remember: 'kept = 42', recall: 'print(kept)', recalled: /^42\n/ },
  javascript: { remember: 'const kept = 42', recall: 'console.log(kept)', recalled: /^42\n/ },
  typescript: { remember: 'const kept: number = 42', recall: 'console.log(kept)', recalled: /^42\n/ },
  bash: { remember: 'kept=42', recall: 'echo $kept', recalled: /^42\n/ },
  r: { remember: 'kept <- 42', recall: 'cat(kept, "\n")', recalled: /^42/ },
  sql: { remember: 'CREATE TABLE kept AS SELECT 42 AS n;', recall: 'SELECT n FROM kept;', recalled: /42/ },
}

let engine: Engine
let end: () => void
let ended: Promise<void>
beforeAll(async () => {
  const started = Promise.withResolvers<void>()
  ended = withEngine({}, async (tools) => {
    engine = tools.engine
    const over = Promise.withResolvers<void>()
    end = over.resolve
    started.resolve()
    await over.promise
  })
  await Promise.race([started.promise, ended])
})
afterAll(() => {
  end()
  return ended
})

interface Program {
  code: string
  language: string
  session?: string
  timeoutMs?: number
}

async function run({ timeoutMs = LIMITS.timeoutMs, ...request }: Program): Promise<RunResult> {
  const { outputBytes } = LIMITS
  const limits = request.session === undefined ? { ...LIMITS, timeoutMs } : { timeoutMs, outputBytes }
  return (
    await engine.run({ ...request, options: { attempts: 1, securityCheck: false, analysis: false, limits } }, ADA)
  ).result
}

/** How it ended: what ended it, its exit code or signal, and what came of it. */
function endOf({ outcome, error, blocks }: RunResult) {
  const { endedBy, exitCode, signal } = blocks[0]?.attempts.at(-1) ?? {}
  return { outcome, error: error?.code, endedBy, exitCode, ...(endedBy === 'exit' && { signal }) }
}

const rows = (language: string) =>
  ENDING_PROGRAMS.flatMap(({ code, ...program }) => {
    const own = code[language as keyof typeof code]
    return own === undefined ? [] : [{ ...program, code: own, language }]
  })

for (const [language, { remember, recall, recalled }] of Object.entries(MEMORY)) {
  describe(`${language} in a session ends as it does alone`, () => {
    let session: string
    beforeAll(async () => {
      const { timeoutMs, outputBytes, ...limits } = LIMITS
      session = (await engine.sessions.create({ limits }, ADA.userId)).id
      await run({ code: remember, language, session })
    })
    it.each(rows(language))('by $ending', async ({ ending: _, ...program }) => {
      const alone = endOf(await run(program))
      const inSession = await run({ ...program, session })
      expect(endOf(inSession)).toEqual(alone)
      expect(alone.outcome).toBe(alone.endedBy === 'exit' && alone.exitCode === 0 ? 'ok' : 'failed')
      expect(inSession.blocks[0]?.attempts.at(-1)?.state?.kept).toBe(alone.outcome === 'ok')
      const after = await run({ code: recall, language, session })
      expect(after.outcome).toBe('ok')
      const { stdout = '', results = [] } = after.blocks[0]?.attempts.at(-1) ?? {}
      expect(stdout + String(results.at(-1)?.data['text/plain'] ?? '')).toMatch(recalled)
    })
  })
}

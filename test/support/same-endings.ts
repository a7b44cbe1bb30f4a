import { beforeAll, describe, expect, it } from 'vitest'
import type { RunResult } from '../../src/contract/run.ts'
import type { Engine } from '../../src/engine.ts'
import { ADA } from './cells.ts'
import type { EndingProgram } from './ending-programs.ts'

const LIMITS = { timeoutMs: 30_000, memoryMb: 256, processes: 32, outputBytes: 100_000, diskMb: 8 }
/** Stored before, and read after each ending. */
const MEMORY: Record<string, { remember: string; recall: string; recalled: RegExp }> = {
  python: { remember: 'kept = 42', recall: 'print(kept)', recalled: /^42\n/ },
  javascript: { remember: 'const kept = 42', recall: 'console.log(kept)', recalled: /^42\n/ },
  typescript: { remember: 'const kept: number = 42', recall: 'console.log(kept)', recalled: /^42\n/ },
  bash: { remember: 'kept=42', recall: 'echo $kept', recalled: /^42\n/ },
  r: { remember: 'kept <- 42', recall: 'cat(kept, "\n")', recalled: /^42/ },
  sql: { remember: 'CREATE TABLE kept AS SELECT 42 AS n;', recall: 'SELECT n FROM kept;', recalled: /42/ },
}

interface Program {
  code: string
  language: string
  session?: string
  timeoutMs?: number
}

async function run(engine: Engine, { timeoutMs = LIMITS.timeoutMs, ...request }: Program): Promise<RunResult> {
  const { outputBytes } = LIMITS
  const limits = request.session === undefined ? { ...LIMITS, timeoutMs } : { timeoutMs, outputBytes }
  return (
    await engine.run({ ...request, options: { attempts: 1, securityCheck: false, analysis: false, limits } }, ADA)
  ).result
}

/** The end: its reason, its exit code or signal, and its outcome. */
function endOf({ outcome, error, blocks }: RunResult) {
  const { endedBy, exitCode, signal } = blocks[0]?.attempts.at(-1) ?? {}
  return { outcome, error: error?.code, endedBy, exitCode, ...(endedBy === 'exit' && { signal }) }
}

interface Endings {
  engine: () => Engine
  languages: string[]
  programs: readonly EndingProgram[]
}

/** Declares a test for each program in each of these languages: it ends in a session as it does alone. */
export function sameEndings({ engine, languages, programs }: Endings): void {
  for (const language of languages) {
    const { remember = '', recall = '', recalled = /^$/ } = MEMORY[language] ?? {}
    const rows = programs.flatMap(({ code, ...program }) => {
      const own = code[language as keyof typeof code]
      return own === undefined ? [] : [{ ...program, code: own, language }]
    })
    describe(`${language} in a session ends as it does alone`, () => {
      let session: string
      beforeAll(async () => {
        const { timeoutMs, outputBytes, ...limits } = LIMITS
        session = (await engine().sessions.create({ limits }, ADA.userId)).id
        await run(engine(), { code: remember, language, session })
      })
      it.each(rows)('by $ending', async ({ ending: _, ...program }) => {
        const alone = endOf(await run(engine(), program))
        const inSession = await run(engine(), { ...program, session })
        expect(endOf(inSession)).toEqual(alone)
        expect(alone.outcome).toBe(alone.endedBy === 'exit' && alone.exitCode === 0 ? 'ok' : 'failed')
        expect(inSession.blocks[0]?.attempts.at(-1)?.state?.kept).toBe(alone.outcome === 'ok')
        const after = await run(engine(), { code: recall, language, session })
        expect(after.outcome).toBe('ok')
        const { stdout = '', results = [] } = after.blocks[0]?.attempts.at(-1) ?? {}
        expect(stdout + String(results.at(-1)?.data['text/plain'] ?? '')).toMatch(recalled)
      })
    })
  }
}

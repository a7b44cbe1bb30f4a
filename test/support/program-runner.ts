import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attempt } from '../../src/contract/run.ts'
import { createEngine } from '../../src/engine.ts'
import type { ProgramToRun } from '../../src/language/checks.ts'

/** Runs programs through a whole engine with its default limits, and time for compilers on a busy host. */
export async function openProgramRunner() {
  const home = await mkdtemp(join(tmpdir(), 'anneal-programs-'))
  const engine = await createEngine({ home, logLevel: 'silent', timeoutMs: 120_000 }, { restThreads: true })
  return {
    async run(language: string, { timeoutMs, ...program }: ProgramToRun): Promise<Attempt> {
      // One attempt: the test is about the program itself, not about its repair.
      const options = { attempts: 1, ...(timeoutMs !== undefined && { limits: { timeoutMs } }) }
      const { result } = await engine.run({ language, ...program, options })
      const { blocks, error } = await result
      const attempt = blocks[0]?.attempts[0]
      if (!attempt || error) throw new Error(`${language} was not run: ${JSON.stringify(error)}`)
      return attempt
    },
    async close(): Promise<void> {
      await engine.close()
      await rm(home, { recursive: true })
    },
  }
}

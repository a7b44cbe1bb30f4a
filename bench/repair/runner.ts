import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunResult } from '../../src/contract/run.ts'
import { createEngine } from '../../src/engine.ts'
import type { CorpusLanguage } from './faults/source.ts'
import type { CorpusProgram, ProgramTest } from './programs.ts'

/** Long enough for every program here, short enough for those that a fault lets run on. */
const TIMEOUT_MS = 20_000

export interface Program extends Pick<ProgramTest, 'input' | 'args'> {
  language: CorpusLanguage
  code: string
}

export interface Runner {
  /** Runs a program as a caller would, with all attempts. */
  run(program: Program): Promise<RunResult>
  /** Runs a program with one attempt: nothing is repaired. */
  runOnce(program: Program): Promise<RunResult>
  close(): Promise<void>
}

/** The real engine in this process, on a temporary home. */
export async function openRunner({
  atOnce,
  repair = 'safe',
  confidence,
}: {
  atOnce: number
  repair?: 'safe' | 'bold'
  confidence?: number | undefined
}): Promise<Runner> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-repair-'))
  const engine = await createEngine({
    home,
    logLevel: 'silent',
    timeoutMs: TIMEOUT_MS,
    repair,
    ...(confidence !== undefined && { repairConfidence: confidence }),
    concurrentRunsPerUser: Math.max(atOnce, 5),
  })
  const run: Runner['run'] = async (program) => (await engine.run(program)).result
  return {
    run,
    runOnce: async (program) => (await engine.run({ ...program, options: { attempts: 1 } })).result,
    async close() {
      await engine.close()
      await rm(home, { recursive: true })
    },
  }
}

/**
 * Runs the code through every test of the program; gives the difference from the expected output, or undefined if all tests
 * pass.
 */
export async function failureOf(judged: {
  runner: Runner
  program: CorpusProgram
  code: string
}): Promise<string | undefined> {
  const { runner, program, code } = judged
  const { language, tests } = program
  for (const { code: more, stdout, ...given } of tests) {
    const whole = more === undefined ? code : `${code.replace(/\n?$/, '\n')}${more}`
    const { outcome, blocks } = await runner.runOnce({ language, code: whole, ...given })
    const last = blocks[0]?.attempts.at(-1)
    if (outcome === 'ok' && last?.stdout === stdout) continue
    return `${outcome}, ended by ${last?.endedBy}, exit code ${last?.exitCode}\n${last?.stdout}${last?.stderr}`
  }
  return undefined
}

/** Usual input and arguments of the program. */
export function usualInput({ tests }: CorpusProgram): Pick<ProgramTest, 'input' | 'args'> {
  const { input, args } = tests[0] ?? {}
  return { ...(input !== undefined && { input }), ...(args !== undefined && { args }) }
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunRequest, RunResult } from '../../src/contract/run.ts'
import { createEngine } from '../../src/engine.ts'
import { assertionsIn } from '../../src/pipeline/correct/assertions-in.ts'
import type { ForeignCase } from './foreign-cases.ts'
import { isSameOutput } from './same-output.ts'
import { type SeenRepair, seenRepair } from './seen-repair.ts'

const TIMEOUT_MS = 10_000

export interface ForeignRunner {
  run(request: RunRequest): Promise<RunResult>
  close(): Promise<void>
}

/** The real engine in this process, on a temporary home. */
export async function openForeignRunner(how: {
  atOnce: number
  confidence: number | undefined
}): Promise<ForeignRunner> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-foreign-'))
  const engine = await createEngine({
    home,
    logLevel: 'silent',
    timeoutMs: TIMEOUT_MS,
    ...(how.confidence !== undefined && { repairConfidence: how.confidence }),
    concurrentRunsPerUser: Math.max(how.atOnce, 5),
  })
  return {
    // Each run has a user of its own: memory of one program must not repair the next.
    run: async (request) => (await engine.run(request, { userId: randomUUID() })).result,
    async close() {
      await engine.close()
      await rm(home, { recursive: true })
    },
  }
}

/** `passed` and `wrong` were said to be repaired; `well` and `ill` were suggested. `fine` did not fail to begin with. */
export type ForeignVerdict = 'passed' | 'wrong' | 'suggested well' | 'suggested ill' | 'left' | 'fine'

export interface ForeignResult {
  case: ForeignCase
  verdict: ForeignVerdict
  run: RunResult
  /** The change, for a writer of rules. */
  shown: string
}

export async function measureForeign(runner: ForeignRunner, one: ForeignCase): Promise<ForeignResult> {
  const run = await runner.run(requestOf(one))
  const block = run.blocks[0]
  const proposed = run.outcome === 'ok' ? run.finalCode : block?.suggestion?.code
  const isRight = proposed !== undefined && (await passes(runner, one, proposed))
  const { diff, strategy, confidence } = block?.suggestion ?? block?.attempts.at(-1) ?? {}
  const last = block?.attempts.at(-1)?.error
  const shown = `${strategy} ${confidence}\n${diff}\n${block?.stopped?.text ?? ''} ${last?.type}: ${last?.message}`
  const isFine = run.outcome === 'ok' && block?.attempts.length === 1
  const verdict: ForeignVerdict = isFine
    ? 'fine'
    : proposed === undefined
      ? 'left'
      : run.outcome === 'ok'
        ? isRight
          ? 'passed'
          : 'wrong'
        : isRight
          ? 'suggested well'
          : 'suggested ill'
  return { case: one, verdict, run, shown }
}

/** Whether the program does what the author meant, by all that is known of that. */
export async function passes(runner: ForeignRunner, one: ForeignCase, code: string): Promise<boolean> {
  const { language, hidden, gold, checks } = one
  const once = (program: string, args?: string[]) =>
    runner.run({ language, code: program, ...(args && { args }), options: { attempts: 1 } })
  if (gold !== undefined) return isSameOutput(await once(code), await once(gold))
  for (const { args, stdout } of checks ?? []) {
    const { outcome, blocks } = await once(code, args)
    if (outcome !== 'ok' || blocks[0]?.attempts.at(-1)?.stdout.trimEnd() !== stdout.trimEnd()) return false
  }
  return checks !== undefined || (await once(`${code.replace(/\n*$/, '\n')}\n${hidden ?? ''}`)).outcome === 'ok'
}

export const requestOf = (one: ForeignCase): RunRequest => ({
  ...{ language: one.language, code: one.code },
  ...(one.args && { args: one.args }),
  ...(one.visible !== undefined && { tests: testsOf(one) }),
})

const testsOf = ({ visible }: ForeignCase) => [visible ?? []].flat().map((code) => ({ code }))

/** For the calibration; undefined where nothing was proposed. */
export function seenOf({ case: one, verdict, run }: ForeignResult): SeenRepair | undefined {
  if (verdict !== 'passed' && verdict !== 'wrong') return undefined
  return seenRepair(run, {
    ...{
      task: one.task,
      language: one.language,
      assertions: assertionsIn(testsOf(one)),
      isRight: verdict === 'passed',
    },
  })
}

import type { RunResult } from '../../src/contract/run.ts'
import type { RepairCase } from './cases.ts'
import type { Control } from './controls.ts'
import { failureOf, type Runner, usualInput } from './runner.ts'

/** `suggested`: a change was told, and not made. */
export type Verdict = 'repaired' | 'wrong' | 'suggested' | 'unrepaired'

export interface Measured {
  case: RepairCase
  verdict: Verdict
  result: RunResult
  attempts: number
  /** Time that the caller waited. */
  totalMs: number
  /** The same without the wait for a sandbox and without the programs of the attempts themselves. */
  engineMs: number
}

/** Runs the broken program as a caller would, without its tests; these judge the result. */
export async function measureCase(runner: Runner, repairCase: RepairCase): Promise<Measured> {
  const { program, code } = repairCase
  const result = await runner.run({ language: program.language, code, ...usualInput(program) })
  const attempts = result.blocks[0]?.attempts ?? []
  const ranMs = attempts.reduce((sum, attempt) => sum + (attempt.durationMs ?? 0), 0)
  const { totalMs, waitMs } = result.timings
  const final = finalCodeOf(result)
  const verdict =
    result.outcome !== 'ok'
      ? result.blocks[0]?.suggestion
        ? 'suggested'
        : 'unrepaired'
      : (await failureOf({ runner, program, code: final })) === undefined
        ? 'repaired'
        : 'wrong'
  return { case: repairCase, verdict, result, attempts: attempts.length, totalMs, engineMs: totalMs - waitMs - ranMs }
}

function finalCodeOf({ finalCode, blocks }: RunResult): string {
  return finalCode ?? blocks[0]?.attempts.at(-1)?.code ?? ''
}

export interface MeasuredControl {
  control: Control
  result: RunResult
  /** The problem in words; undefined when the program was left alone. */
  trouble: string | undefined
}

/**
 * Runs a control: a working program must run once and stay as it is; one that must fail must be reported as failed, with its
 * own code.
 */
export async function measureControl(runner: Runner, control: Control): Promise<MeasuredControl> {
  const { language, code, given, outcome, exitCode } = control
  const result = await runner.run({ language, code, ...given })
  const attempts = result.blocks[0]?.attempts ?? []
  const troubles = [
    result.outcome !== outcome && `outcome ${result.outcome}, not ${outcome}`,
    finalCodeOf(result) !== code && outcome === 'ok' && 'its code was changed',
    result.outcome === 'ok' && attempts.length !== 1 && `${attempts.length} attempts`,
    attempts[0]?.exitCode !== exitCode && `exit code ${attempts[0]?.exitCode}, not ${exitCode}`,
  ]
  return { control, result, trouble: troubles.filter(Boolean).join('; ') || undefined }
}

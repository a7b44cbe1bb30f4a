import type { EndedRun } from '../sdk/sdk.ts'

/** The result of a run as a model needs it: short, and plain about changes of the program. */
export interface ToolAnswer {
  outcome: EndedRun['outcome']
  stdout: string
  stderr: string
  /** The last line of the error, or the reason why nothing was run. */
  error?: string
  /** The program that ran in the end, where it differs from the sent one. */
  repairedCode?: string
  /** A change that may be right, where none was sure enough to be made. */
  suggestion?: { code: string; why: string; confidence: number }
  /** The reason why a failed program was not tried again. */
  stopped?: string
  /** Tells whether something was left out of the output. */
  cut?: true
}

/** A model pays for every character that it reads. */
const MOST_CHARACTERS = 20_000

export function toolAnswer(run: EndedRun): ToolAnswer {
  const [block] = run.blocks.filter(({ attempts }) => attempts.length > 0)
  const last = block?.attempts.at(-1)
  const error = run.error?.message ?? (run.outcome === 'ok' ? undefined : last?.error?.message)
  const isChanged = run.outcome === 'ok' && block?.finalCode !== undefined && block.finalCode !== block.code
  const [stdout, stderr] = [last?.stdout ?? '', last?.stderr ?? '']
  const isCut = stdout.length > MOST_CHARACTERS || stderr.length > MOST_CHARACTERS
  return {
    outcome: run.outcome,
    stdout: stdout.slice(0, MOST_CHARACTERS),
    stderr: stderr.slice(0, MOST_CHARACTERS),
    ...(error !== undefined && { error }),
    ...(isChanged && { repairedCode: block.finalCode as string }),
    ...(block?.suggestion && { suggestion: shortOf(block.suggestion) }),
    ...(run.outcome === 'failed' && block?.stopped && { stopped: block.stopped.text }),
    ...(isCut && { cut: true }),
  }
}

const shortOf = ({ code, why, confidence }: NonNullable<ToolAnswer['suggestion']>) => ({ code, why, confidence })

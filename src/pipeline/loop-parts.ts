import type { EngineError } from '../contract/errors.ts'
import type { Emit } from '../contract/event.ts'
import type { Limits } from '../contract/limits.ts'
import type { ErrorInfo, Outcome, RunRequest } from '../contract/run.ts'
import type { Language } from '../language/language.ts'
import type { Admission } from '../sandbox/slots.ts'
import type { RunSession } from './execution.ts'
import type { Quality } from './quality.ts'
import type { Stages } from './stages.ts'

/** All that one run needs. */
export interface Loop {
  request: RunRequest
  userId: string
  limits: Limits
  attempts: number
  quality: Quality
  /** Blocks at work at once, when a request wants them in parallel. */
  lanes: number
  /** The right to wait for boxes; whoever starts the loop gives it back. */
  admission: Admission
  /** The session it works in. */
  session?: RunSession | undefined
  languages: readonly Language[]
  stages: Stages
  emit: Emit
  signal: AbortSignal
  /** Turns what is not an EngineError into one, and writes it down: it is a bug of ours. */
  onBug(error: unknown): EngineError
}

/** What a run or a block came to. */
export interface Ending {
  outcome: Outcome
  finalCode?: string
  error?: ErrorInfo
}

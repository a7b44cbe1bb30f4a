import type { EngineError } from '../contract/errors.ts'
import type { Emit } from '../contract/event.ts'
import type { Limits } from '../contract/limits.ts'
import type { ErrorInfo, Outcome, RunRequest } from '../contract/run.ts'
import type { RepairMode } from '../contract/run-options.ts'
import type { Language } from '../language/language.ts'
import type { Admission } from '../sandbox/slots.ts'
import type { FileKeeper, RunSession } from './execution.ts'
import type { Quality } from './quality.ts'
import type { Stages } from './stages.ts'

/** The input of one run. */
export interface Loop {
  runId: string
  request: RunRequest
  userId: string
  limits: Limits
  attempts: number
  repair: RepairMode
  /** A correction that is less likely to be right than this is only suggested. */
  leastConfidence: number
  quality: Quality
  /** Most blocks at work at once, when a request wants them in parallel. */
  lanes: number
  /** The right to wait for sandboxes; the caller of the loop gives it back. */
  admission: Admission
  /** The session that the run works in. */
  session?: RunSession | undefined
  /** Keeps the files that programs write. */
  keeper?: FileKeeper | undefined
  /** Set when the run is begun again, since its engine died. */
  again?: BegunAgain | undefined
  languages: readonly Language[]
  stages: Stages
  emit: Emit
  signal: AbortSignal
  /** Turns any error that is no EngineError into one, and logs it: it is a bug of ours. */
  onBug(error: unknown): EngineError
}

export interface BegunAgain {
  times: number
  /** The last event before. */
  cause: string
  /** Time since the run was first begun. */
  sinceMs: number
}

/** The outcome of a run or a block. */
export interface Ending {
  outcome: Outcome
  finalCode?: string
  error?: ErrorInfo
}

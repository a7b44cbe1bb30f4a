import type { Attempt, ProgramTest, TriedCandidate } from '../../../contract/run.ts'
import type { Fault } from '../strategy.ts'

/** A fault with everything a model may use to understand it. */
export interface ModelFault extends Fault {
  /** What the program is meant to do, in the words of who asked for it. */
  task?: string
  /** The program that runs it, with its version. */
  interpreter?: string
  tests?: readonly ProgramTest[]
  stderr: string
  /** Changes that rules looked at before this question. */
  tried: readonly TriedCandidate[]
  /** Attempts before the one that failed now. */
  history: readonly Pick<Attempt, 'n' | 'code' | 'diff' | 'strategy' | 'error'>[]
  /** What was learnt from other programs. */
  lessons?: readonly string[]
}

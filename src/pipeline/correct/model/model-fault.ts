import type { Attempt, ProgramTest, TriedCandidate } from '../../../contract/run.ts'
import type { PromptExample } from '../../../contract/similar-code.ts'
import type { Fault } from '../strategy.ts'

/** A fault with all facts that help a model to understand it. */
export interface ModelFault extends Fault {
  /** The purpose of the program, in the words of the request. */
  task?: string
  /** The interpreter of the program, with its version. */
  interpreter?: string
  tests?: readonly ProgramTest[]
  stderr: string
  /** Whether a change may make up a value, swallow an error or skip work. */
  mayAssume: boolean
  /** Changes that rules considered before this question. */
  tried: readonly TriedCandidate[]
  /** Attempts before the one that has failed now. */
  history: readonly Pick<Attempt, 'n' | 'code' | 'diff' | 'strategy' | 'error'>[]
  /** Lessons from other programs. */
  lessons?: readonly string[]
  /** Known programs like it that worked. */
  examples?: readonly PromptExample[]
}

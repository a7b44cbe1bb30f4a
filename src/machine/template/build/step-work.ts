import type { BuildStep } from '../template.ts'
import type { BuildState } from './build-state.ts'

/** One step, to be done in a box that has all that was made before. */
export interface StepWork {
  step: BuildStep
  state: BuildState
  /** Of the user of the state. */
  home: string
  /** What the owner of the build uploaded under this hash. */
  files(hash: string): Promise<AsyncIterable<Uint8Array> | undefined>
  onOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
}

import type { BuildStep } from '../template.ts'
import type { BuildState } from './build-state.ts'

/** One step, and the sandbox with all earlier layers to do it in. */
export interface StepWork {
  step: BuildStep
  state: BuildState
  /** The home of the state's user. */
  home: string
  /** The archive that the owner of the build uploaded under this hash. */
  files(hash: string): Promise<AsyncIterable<Uint8Array> | undefined>
  onOutput(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
}

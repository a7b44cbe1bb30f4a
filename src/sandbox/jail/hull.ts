import type { Duplex } from 'node:stream'
import type { Cgroup } from '../cgroup/cgroup.ts'

/** The processes of a sandbox as seen from outside, however they were started. */
export interface Hull {
  /** Stream to the agent, the first process inside. */
  wire: Duplex
  /** Lets the walls be built, with the first process in the group before any program of a caller runs. */
  build(cgroup: Cgroup | undefined): Promise<void>
  /** Ends every process, in any state. */
  kill(): Promise<void>
  /** Resolves when the started process is gone. */
  readonly exited: Promise<void>
  /** Whether nothing of the sandbox is left by then: bubblewrap may end before the processes it started. */
  readonly exitsWhole: boolean
  /** Looks the process up now: its recent death may not have been noticed yet. */
  isAlive(): boolean
  /** The builder's message about a failure during the build. */
  complaint(): string
}

import type { Duplex } from 'node:stream'
import type { Cgroup } from '../cgroup/cgroup.ts'

/** The processes of a box as its owner outside sees them, however they were started. */
export interface Hull {
  /** To the agent, the first process inside. */
  wire: Duplex
  /** Lets the walls be built, with the first process in the group before anything of a caller runs. */
  build(cgroup: Cgroup | undefined): Promise<void>
  /** Ends every process, in whatever state they are. */
  kill(): Promise<void>
  /** Resolves when what was started is gone. */
  readonly exited: Promise<void>
  /** Whether nothing of the box is left by then: bubblewrap may be gone before those it started. */
  readonly exitsWhole: boolean
  /** Looked up now: one that died a moment ago may not have been noticed yet. */
  isAlive(): boolean
  /** What went wrong while it was built, in the words of who built it. */
  complaint(): string
}

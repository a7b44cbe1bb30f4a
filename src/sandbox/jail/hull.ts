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
  /** Resolves when the first process is gone, and with it all others. */
  readonly exited: Promise<void>
  /** What went wrong while it was built, in the words of who built it. */
  complaint(): string
}

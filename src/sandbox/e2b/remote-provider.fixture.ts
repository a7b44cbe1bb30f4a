import { ownServerId } from '../cgroup/server-id.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { createE2bProvider } from './e2b.ts'
import type { Remote } from './remote.ts'

const serverId = await ownServerId()
let sandboxes = 0

/** The provider over a remote server, with ids of its own for the sandboxes. */
export const remoteProvider = (remote: Remote): SandboxProvider =>
  createE2bProvider({ remote, newSandboxId: () => `sandbox-${++sandboxes}`, serverId })

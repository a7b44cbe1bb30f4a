import { EngineError } from '../../contract/errors.ts'
import { agentSource } from '../agent/load-agent.ts'
import { refuseSystem } from '../refuse-system.ts'
import { type Capability, type SandboxProvider, VOLUMES, WORKSPACE } from '../sandbox.ts'
import { entranceCommand } from './entrance.ts'
import { probeRemote } from './probe.ts'
import { type Remote, RemoteFailure } from './remote.ts'
import { createRemoteSandbox } from './remote-sandbox.ts'
import { labelsOf, sweepRemote } from './sweep.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

export interface E2bOptions {
  remote: Remote
  newSandboxId(): string
  /** As `ownServerId` makes it: sandboxes carry it, and other servers sweep them away when that server is dead. */
  serverId: string
  /** Pauses before each further try to make a sandbox. */
  pausesMs?: number[]
}

const CAPABILITIES: Capability[] = ['pty', 'ports', 'egress', 'watch', 'snapshot', 'metrics']
const PAUSES_MS = [500, 1000, 2000]

/** Makes sandboxes on E2B's cloud, or on any server that speaks its protocol. */
export function createE2bProvider({
  remote,
  newSandboxId,
  serverId,
  pausesMs = PAUSES_MS,
}: E2bOptions): SandboxProvider {
  let programs: Promise<[agent: string, entrance: string]> | undefined
  const provider: SandboxProvider = {
    name: 'e2b',
    capabilities: new Set(CAPABILITIES),
    cannotKeep: unsupportedChecks,
    probe: (signal) => probeRemote(provider, remote.place, signal),
    async create(spec, signal) {
      signal.throwIfAborted()
      refuseSystem(spec)
      if (spec.mounts?.length) throw new EngineError('UNSUPPORTED', { what: 'A mount in a sandbox of an E2B server' })
      programs ??= Promise.all([agentSource(), entranceCommand([WORKSPACE, VOLUMES])])
      const [agent, entrance] = await programs
      const id = newSandboxId()
      const metadata = await labelsOf(serverId, id)
      signal.throwIfAborted()
      return createRemoteSandbox({ id, remote, metadata, spec, agent, entrance, pausesMs, signal })
    },
    async sweep() {
      await sweepRemote(remote).catch((error) => {
        // `probe` and `create` report that the server cannot be reached.
        if (!(error instanceof RemoteFailure)) throw error
      })
    },
  }
  return provider
}

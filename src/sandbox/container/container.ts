import { EngineError } from '../../contract/errors.ts'
import { agentSource } from '../agent/load-agent.ts'
import { refuseSystem } from '../refuse-system.ts'
import type { Capability, SandboxProvider } from '../sandbox.ts'
import { packageMountsOf } from '../sandbox-environment.ts'
import { probeWalls } from '../walls.ts'
import { LABEL } from './container-body.ts'
import { createContainerSandbox } from './container-sandbox.ts'
import { createEngineClient } from './engine-client.ts'
import { type ContainerEngine, findEngine } from './find-engine.ts'
import { assertSources } from './mount-sources.ts'
import { sweepContainers } from './sweep.ts'

export interface ContainerOptions {
  /** Socket of Docker, or of Podman's service. */
  socketPath: string
  /** An image that the engine has already, with python3 and bash in it unless `hostUsr` brings them. */
  image: string
  newSandboxId(): string
  /** As `ownServerId` makes it: sandboxes carry it, and other servers sweep them away when that server is dead. */
  serverId: string
  /** Shows the host's /usr inside, read-only: the image needs nothing of its own. */
  hostUsr?: boolean
  /** With `hostUsr`: the Node for programs of the sandbox. */
  execPath?: string
  /** Directory with the newest set of added packages. */
  packages?: () => Promise<string | undefined>
  /** Another OCI runtime that the engine knows, such as `runsc`. */
  runtime?: string
  /** Ulimits for hosts where the engine may not raise its own, by name: `{ nproc: 4096 }`. */
  ulimits?: Record<string, number>
}

const CAPABILITIES: Capability[] = ['pty', 'ports', 'egress', 'watch', 'pause', 'snapshot', 'mounts', 'metrics']

/** Makes sandboxes as containers of an engine that speaks the Docker HTTP API. */
export function createContainerProvider(options: ContainerOptions): SandboxProvider {
  const { socketPath, image, newSandboxId, serverId, hostUsr = false, execPath, runtime, ulimits = {} } = options
  const client = createEngineClient(socketPath)
  let engine: Promise<ContainerEngine> | undefined
  const theEngine = () => {
    engine ??= findEngine({ client, image, hostUsr, execPath })
    // A failed look-up is not kept: the engine may be started, or the image fetched, while the server runs.
    engine.catch(() => {
      engine = undefined
    })
    return engine
  }
  let agent: string | undefined

  const provider: SandboxProvider = {
    name: 'container',
    capabilities: new Set(CAPABILITIES),
    async probe(signal) {
      const builtBy = await theEngine().then(
        ({ version }) => version,
        () => 'container engine',
      )
      return probeWalls(provider, builtBy, signal)
    },
    async create(spec, signal) {
      signal.throwIfAborted()
      refuseSystem(spec)
      const id = newSandboxId()
      agent ??= agentSource()
      const labels = { [LABEL.server]: serverId, [LABEL.sandbox]: id }
      const mounts = [...packageMountsOf(await options.packages?.()), ...(spec.mounts ?? [])]
      const plan = { engine: await theEngine(), spec: { ...spec, mounts }, labels, runtime, ulimits }
      await assertSources(mounts)
      signal.throwIfAborted()
      return createContainerSandbox({ id, plan, agent, signal }).catch((error) => {
        // The image may have been removed or the engine exchanged: the next sandbox looks it up anew.
        engine = undefined
        throw error
      })
    },
    async sweep() {
      await sweepContainers(client).catch((error) => {
        // Without an engine there is nothing to sweep; `probe` and `create` report that none can be reached.
        if (!(error instanceof EngineError)) throw error
      })
    },
  }
  return provider
}

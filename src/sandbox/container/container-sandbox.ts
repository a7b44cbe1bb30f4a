import type { Duplex } from 'node:stream'
import { EngineError } from '../../contract/errors.ts'
import { createLink, type Link } from '../agent/link.ts'
import { withLength } from '../agent/load-agent.ts'
import { createSandboxControl } from '../host/sandbox-control.ts'
import { setUpSandbox } from '../host/set-up-sandbox.ts'
import { untilDone } from '../host/until-done.ts'
import type { SandboxControl } from '../sandbox.ts'
import { type ContainerPlan, containerBody, resourceLimits } from './container-body.ts'
import { containerMetrics } from './container-metrics.ts'
import { createContainerWire } from './container-wire.ts'
import { EngineRefusal } from './engine-client.ts'
import { setFrozen } from './freeze.ts'
import { createLimitHit, isKilledForMemory, type LastWord } from './limit-hit.ts'
import { watchOomKills } from './oom-kills.ts'
import { createOwnCgroup } from './own-cgroup.ts'
import { removeContainer } from './remove-container.ts'

export interface SandboxParts {
  id: string
  plan: ContainerPlan
  /** Source of the agent. */
  agent: string
  signal: AbortSignal
}

const SETUP_MS = 30_000

/** Builds one sandbox; a failure on the way leaves nothing of it. */
export async function createContainerSandbox(parts: SandboxParts): Promise<SandboxControl> {
  const { plan, signal } = parts
  const { client } = plan.engine
  const container = `anneal-${parts.id}`
  let wire: Duplex | undefined
  let complaint = () => ''
  // Continues when the caller gives up: only a finished container can be removed.
  const made = client.call('POST', `/containers/create?name=${container}`, containerBody(plan))
  const destroy = untilDone(async () => {
    await made.catch(() => {})
    await removeContainer(client, container)
    wire?.destroy()
  })
  const build = async () => {
    await made
    // Attaches before the start, so that the agent finds its input open and no output is lost.
    const attached = createContainerWire(await client.attach(container))
    complaint = attached.complaint
    wire = attached.duplex
    const link = createLink(wire)
    await client.call('POST', `/containers/${container}/start`)
    wire.write(withLength(Buffer.from(parts.agent)))
    await link.ready
    return control({ parts, container, link, destroy })
  }
  const explain = (error: unknown) => explainFailure(error, complaint())
  return setUpSandbox({ build, destroy, explain, timeoutMs: SETUP_MS, signal })
}

interface Built {
  parts: SandboxParts
  container: string
  link: Link
  destroy(): Promise<void>
}

async function control({ parts, container, link, destroy }: Built): Promise<SandboxControl> {
  const { id, plan } = parts
  const { client } = plan.engine
  const oomKills = watchOomKills(client, container)
  // Asked at once when the sandbox ends: after its removal the engine knows nothing of it.
  const lastWord = link.closed.then(
    async (): Promise<LastWord> => ({
      oomKills: await oomKills(),
      killedForMemory: await isKilledForMemory(client, container),
    }),
  )
  const ended = lastWord.then(destroy)
  // A caller may wait for the end, but need not: its failure must not count as unhandled.
  ended.catch(() => {})
  const cgroup = createOwnCgroup({ read: (path) => control.sandbox.files.read(path) })
  const freezer = { client, container, sandboxId: id }
  const control = await createSandboxControl({
    id,
    spec: plan.spec,
    link,
    destroy,
    ended,
    rlimits: resourceLimits(plan.spec.limits),
    limitHit: createLimitHit(cgroup, lastWord),
    freezer: { freeze: () => setFrozen(freezer, true), thaw: () => setFrozen(freezer, false) },
    outerMetrics: () => containerMetrics({ client, container, cgroup }),
    limitsBy: 'container',
    startedFrom: 'cold',
  })
  return control
}

/** Explains a failure by the engine's refusal, or else by the last output of the container's first process. */
function explainFailure(error: unknown, complaint: string): unknown {
  if (error instanceof EngineError) return error
  const said = error instanceof EngineRefusal ? error.message : complaint.trim().split('\n').at(-1)
  return new EngineError(
    'SANDBOX_UNAVAILABLE',
    {
      reason: said || 'the container ended before its agent spoke',
      remedy: 'See docs/guide/providers.md for what the engine and the image must have; "anneal doctor" tries it.',
    },
    { cause: error },
  )
}

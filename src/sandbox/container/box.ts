import type { Duplex } from 'node:stream'
import { EngineError } from '../../contract/errors.ts'
import { createAgentSandbox } from '../agent/agent-sandbox.ts'
import { createBoxClock } from '../agent/box-clock.ts'
import { createLink, type Link } from '../agent/link.ts'
import { withLength } from '../agent/load-agent.ts'
import { snapshotOf } from '../agent/snapshot.ts'
import { BOX_ENVIRONMENT } from '../box-environment.ts'
import { joinEgress } from '../egress/join-egress.ts'
import type { SandboxControl, SandboxSpec } from '../sandbox.ts'
import { type ContainerPlan, containerBody, resourceLimits } from './container-body.ts'
import { containerMetrics } from './container-metrics.ts'
import { createContainerWire } from './container-wire.ts'
import { EngineRefusal } from './engine-client.ts'
import { setFrozen } from './freeze.ts'
import { createLimitHit, killedForMemory } from './limit-hit.ts'
import { createOwnCgroup } from './own-cgroup.ts'
import { removeContainer } from './remove-container.ts'

export interface BoxParts {
  id: string
  plan: ContainerPlan
  /** Source of the agent. */
  agent: string
  signal: AbortSignal
}

/** A box that cannot be set up in this time never will be. */
const SETUP_MS = 30_000

/** Builds one box; whatever fails on the way, nothing of it is left. */
export async function createContainerBox(parts: BoxParts): Promise<SandboxControl> {
  const { plan, signal } = parts
  const { client } = plan.engine
  const container = `anneal-${parts.id}`
  let wire: Duplex | undefined
  let complaint = () => ''
  // Not given up when the caller does: only a container that was made can be removed.
  const made = client.call('POST', `/containers/create?name=${container}`, containerBody(plan))
  const destroy = untilDone(async () => {
    await made.catch(() => {})
    await removeContainer(client, container)
    wire?.destroy()
  })
  const onAbort = () => void destroy().catch(() => {})
  signal.addEventListener('abort', onAbort)
  const tooLate = setTimeout(onAbort, SETUP_MS)
  try {
    await made
    // Before the start, so that the agent finds its input open and none of its words is lost.
    const attached = createContainerWire(await client.attach(container))
    complaint = attached.complaint
    wire = attached.duplex
    const link = createLink(wire)
    await client.call('POST', `/containers/${container}/start`)
    wire.write(withLength(Buffer.from(parts.agent)))
    await link.ready
    return await control({ parts, container, link, destroy })
  } catch (error) {
    await destroy()
    signal.throwIfAborted()
    throw explain(error, complaint())
  } finally {
    clearTimeout(tooLate)
    signal.removeEventListener('abort', onAbort)
  }
}

interface Built {
  parts: BoxParts
  container: string
  link: Link
  destroy(): Promise<void>
}

async function control({ parts, container, link, destroy }: Built): Promise<SandboxControl> {
  const { id, plan } = parts
  const { client } = plan.engine
  const setNetwork = await joinNetwork(link, plan.spec)
  // Asked at once when the box ends, before it is removed: then nobody knows any more.
  const lastWord = link.closed.then(() => killedForMemory(client, container))
  const ended = lastWord.then(destroy)
  // Whoever waits for the end is told; nobody has to.
  ended.catch(() => {})
  const clock = createBoxClock()
  const cgroup = createOwnCgroup({ read: (path) => sandbox.files.read(path) })
  const hooks = { limits: plan.spec.limits, limitHit: createLimitHit(cgroup, lastWord), kill: destroy, clock }
  const outerMetrics = () => containerMetrics({ client, container, cgroup })
  const sandbox = createAgentSandbox({ id, link, hooks, outerMetrics })
  const freezer = { client, container, sandboxId: id }
  return {
    sandbox,
    limitsBy: 'container',
    startedFrom: 'cold',
    setNetwork,
    pause: async () => {
      await setFrozen(freezer, true)
      clock.stop()
    },
    resume: async () => {
      await setFrozen(freezer, false)
      clock.go()
    },
    snapshot: () => snapshotOf(link),
    destroy,
    ended,
  }
}

async function joinNetwork(link: Link, { limits, env, network }: SandboxSpec) {
  const rlimits = resourceLimits(limits)
  const setNetwork = joinEgress(link, async (proxy) => {
    await link.call({ op: 'configure', rlimits, env: { ...BOX_ENVIRONMENT, ...proxy, ...env } })
  })
  await setNetwork(network ?? { allow: [] })
  return setNetwork
}

/** The engine's refusal tells most; then what the container's first process said before it ended. */
function explain(error: unknown, complaint: string): unknown {
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

/** One attempt at a time, and none after one that succeeded; a failed one may be made again. */
function untilDone(action: () => Promise<void>): () => Promise<void> {
  let attempt: Promise<void> | undefined
  return () => {
    attempt ??= action().catch((error) => {
      attempt = undefined
      throw error
    })
    return attempt
  }
}

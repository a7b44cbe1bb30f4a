import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import { createLink, type Link, SandboxEnded } from '../agent/link.ts'
import type { Cgroup, CgroupTree } from '../cgroup/cgroup.ts'
import { createLimitCounter, type LimitCounter } from '../host/limit-counter.ts'
import { once } from '../host/once.ts'
import { type Configuration, createSandboxControl, type Freezer, NO_FREEZER } from '../host/sandbox-control.ts'
import { setUpSandbox } from '../host/set-up-sandbox.ts'
import { describeSetupFailure } from '../host/setup-failure.ts'
import type { LimitsKind, SandboxControl, SandboxMetrics, SandboxOrigin, SandboxSpec } from '../sandbox.ts'
import { groupLimits, resourceLimits, watchedBytes } from './arguments.ts'
import type { Hull } from './hull.ts'
import { systemEnvironment } from './system/system-environment.ts'

export interface SandboxParts {
  id: string
  cgroups: CgroupTree | undefined
  limits: Limits
  signal: AbortSignal
  /** A whole system; its disk is counted beside its memory. */
  isSystem?: boolean
  openHull(cgroup: Cgroup | undefined): Hull | Promise<Hull>
  /** Configuration that the agent gets when it is started. */
  configuration?: Configuration
  /** Sends the first requests to the agent, which hears them as soon as it runs. */
  meanwhile?(sandbox: EmptySandbox): Promise<void>
}

/** A sandbox with all of its walls and nothing in it yet. */
export interface EmptySandbox {
  readonly id: string
  readonly link: Link
  readonly cgroup: Cgroup | undefined
  readonly limitsBy: LimitsKind
  readonly freezer: Freezer & { isFrozen(): boolean }
  readonly counter: LimitCounter
  readonly configuration: Configuration | undefined
  /** Files that were laid into the sandbox when it was prepared. */
  readonly laid?: ReadonlyMap<string, Uint8Array>
  isAlive(): boolean
  destroy(): Promise<void>
  readonly ended: Promise<void>
}

/** A sandbox that cannot be set up in this time never will be. */
const SETUP_MS = 10_000
/** Builds one sandbox; a failure on the way leaves nothing of it. */
export async function buildSandbox(parts: SandboxParts): Promise<EmptySandbox> {
  const { id, cgroups, limits, signal } = parts
  const cgroup = await cgroups?.open(id, groupLimits(limits, parts.isSystem === true))
  const hull = await openHull(cgroup, parts)
  const link = createLink(hull.wire)
  const counter = createLimitCounter(cgroup, link.memoryKills)
  const freezer = createFreezer(cgroup)
  const destroy = once(() => tearDown({ hull, link, cgroup, counter, isFrozen: freezer.isFrozen }))
  const ended = hull.exited.then(destroy)
  const limitsBy = cgroups?.kind ?? 'rlimits'
  const { configuration } = parts
  const { isAlive } = hull
  const sandbox: EmptySandbox = { id, link, cgroup, limitsBy, freezer, counter, configuration, isAlive, destroy, ended }
  return setUpSandbox({
    build: async () => {
      await Promise.all([hull.build(cgroup), link.ready, parts.meanwhile?.(sandbox)])
      return sandbox
    },
    destroy,
    explain: (error) => unavailable(hull.complaint(), error),
    timeoutMs: SETUP_MS,
    signal,
  })
}

async function openHull(cgroup: Cgroup | undefined, parts: SandboxParts): Promise<Hull> {
  try {
    return await parts.openHull(cgroup)
  } catch (error) {
    await cgroup?.remove()
    parts.signal.throwIfAborted()
    throw unavailable((error as Error).message, error)
  }
}

const unavailable = (complaint: string, cause: unknown) =>
  new EngineError('SANDBOX_UNAVAILABLE', describeSetupFailure(complaint), { cause })

/** Gives a sandbox its limits, its environment and its network: from here on it has an owner. */
export async function furnish(
  sandbox: EmptySandbox,
  spec: SandboxSpec,
  startedFrom: SandboxOrigin,
): Promise<SandboxControl> {
  const { id, link, cgroup, limitsBy, freezer, counter, configuration, laid, destroy, ended } = sandbox
  try {
    return await createSandboxControl({
      id,
      spec,
      link,
      limitsBy,
      startedFrom,
      destroy,
      ended,
      configuration,
      laid,
      ...(spec.system && { env: systemEnvironment(spec.limits) }),
      rlimits: resourceLimits(spec.limits, cgroup !== undefined),
      memoryBytes: watchedBytes(spec.limits, { isCounted: cgroup !== undefined, isSystem: spec.system !== undefined }),
      limitHit: counter.limitHit,
      memoryKills: counter.memoryKills,
      freezer,
      outerMetrics: () => outerMetrics(cgroup),
    })
  } catch (error) {
    await destroy()
    throw error instanceof SandboxEnded ? new EngineError('SANDBOX_GONE', { sandboxId: id }, { cause: error }) : error
  }
}

async function outerMetrics(cgroup: Cgroup | undefined): Promise<Partial<SandboxMetrics>> {
  const stats = await cgroup?.stats()
  return Object.fromEntries(Object.entries(stats ?? {}).filter(([, value]) => value !== null))
}

interface Doomed extends Pick<EmptySandbox, 'link' | 'cgroup' | 'counter'> {
  hull: Hull
  isFrozen(): boolean
}

async function tearDown({ hull, link, cgroup, counter, isFrozen }: Doomed): Promise<void> {
  await counter.close()
  await hull.kill()
  link.destroy()
  // Listing the living processes takes longer than the death of a whole sandbox; a frozen one dies when this thaws it.
  if (isFrozen() || !hull.exitsWhole) await cgroup?.kill()
  await hull.exited
  await cgroup?.remove()
}

/** Makes a freezer that remembers its state. */
function createFreezer(cgroup: Cgroup | undefined): EmptySandbox['freezer'] {
  let isFrozen = false
  if (!cgroup) return { ...NO_FREEZER, isFrozen: () => false }
  return {
    isFrozen: () => isFrozen,
    freeze: async () => {
      isFrozen = true
      await cgroup.freeze()
    },
    thaw: async () => {
      await cgroup.thaw()
      isFrozen = false
    },
    reclaim: () => cgroup.reclaim(),
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from '../../contract/errors.ts'
import { createAgentSandbox } from '../agent/agent-sandbox.ts'
import { createBoxClock } from '../agent/box-clock.ts'
import { createLink, type Link } from '../agent/link.ts'
import { snapshotOf } from '../agent/snapshot.ts'
import { BOX_ENVIRONMENT } from '../box-environment.ts'
import type { Cgroup, CgroupTree } from '../cgroup/cgroup.ts'
import { joinEgress } from '../egress/join-egress.ts'
import { createLimitCounter, type LimitCounter } from '../host/limit-counter.ts'
import { describeSetupFailure } from '../host/setup-failure.ts'
import type { SandboxControl, SandboxMetrics, SandboxSpec } from '../sandbox.ts'
import { resourceLimits } from './arguments.ts'
import { type JailHost, type Launched, launch } from './launch.ts'

export interface BoxParts {
  id: string
  host: JailHost
  cgroups: CgroupTree | undefined
  spec: SandboxSpec
  signal: AbortSignal
}

/** A box that cannot be set up in this time never will be. */
const SETUP_MS = 10_000
/** In which bubblewrap names the first process of the box. */
const FIRST_PROCESS_MS = 2000
/** What the agent itself needs; the rest is the program's. */
const AGENT_BYTES = 24 * 1_048_576
/** It counts as a process of the group. */
const AGENT = 1

/** Builds one box; whatever fails on the way, nothing of it is left. */
export async function createBox(parts: BoxParts): Promise<SandboxControl> {
  const { id, cgroups, spec, signal } = parts
  const cgroup = await cgroups?.open(id, {
    memoryBytes: spec.limits.memoryMb * 1_048_576 + AGENT_BYTES,
    processes: spec.limits.processes + AGENT,
    cpuPercent: spec.limits.cpuPercent,
  })
  const launched = await launchIn(cgroup, parts)
  const link = createLink(launched.wire)
  const counter = createLimitCounter(cgroup)
  const destroy = once(() => tearDown({ launched, link, cgroup, counter }))
  const ended = exitOf(launched).then(destroy)
  const onAbort = () => void destroy()
  signal.addEventListener('abort', onAbort)
  const tooLate = setTimeout(destroy, SETUP_MS)
  try {
    launched.build()
    // Joining a group may wait for a lock of the kernel; meanwhile the agent starts, and nothing of a caller runs yet.
    const built = control({ parts, link, cgroup, counter, destroy, ended })
    const [box] = await Promise.all([built, joinGroup(launched, cgroup), link.ready])
    return box
  } catch (error) {
    await destroy()
    signal.throwIfAborted()
    throw new EngineError('SANDBOX_UNAVAILABLE', describeSetupFailure(launched.complaint()), { cause: error })
  } finally {
    clearTimeout(tooLate)
    signal.removeEventListener('abort', onAbort)
  }
}

async function joinGroup({ status }: Launched, cgroup: Cgroup | undefined): Promise<void> {
  const pid = await status.childPid
  if (pid === undefined) throw new Error('bubblewrap made no first process')
  await cgroup?.add(pid)
}

async function launchIn(cgroup: Cgroup | undefined, { host, spec }: BoxParts): Promise<Launched> {
  try {
    return launch(host, { limits: spec.limits, mounts: spec.mounts ?? [] })
  } catch (error) {
    await cgroup?.remove()
    throw new EngineError('SANDBOX_UNAVAILABLE', describeSetupFailure((error as Error).message), { cause: error })
  }
}

interface Built {
  parts: BoxParts
  link: Link
  cgroup: Cgroup | undefined
  counter: LimitCounter
  destroy(): Promise<void>
  ended: Promise<void>
}

async function control({ parts, link, cgroup, counter, destroy, ended }: Built): Promise<SandboxControl> {
  const { id, spec, cgroups } = parts
  const rlimits = resourceLimits(spec.limits, cgroup !== undefined)
  const configure = async (env: Record<string, string>) => {
    await link.call({ op: 'configure', rlimits, env: { ...BOX_ENVIRONMENT, ...env, ...spec.env } })
  }
  const setNetwork = joinEgress(link, configure)
  await setNetwork(spec.network ?? { allow: [] })
  const clock = createBoxClock()
  const hooks = { limits: spec.limits, limitHit: counter.limitHit, kill: destroy, clock }
  const freezer = (): Cgroup => {
    if (!cgroup) throw new EngineError('UNSUPPORTED', { what: 'Pausing a sandbox on a host without control groups' })
    return cgroup
  }
  return {
    sandbox: createAgentSandbox({ id, link, hooks, outerMetrics: () => outerMetrics(cgroup) }),
    limitsBy: cgroups?.kind ?? 'rlimits',
    setNetwork,
    pause: async () => {
      await freezer().freeze()
      clock.stop()
    },
    resume: async () => {
      await freezer().thaw()
      clock.go()
    },
    snapshot: () => snapshotOf(link),
    destroy,
    ended,
  }
}

async function outerMetrics(cgroup: Cgroup | undefined): Promise<Partial<SandboxMetrics>> {
  const stats = await cgroup?.stats()
  return Object.fromEntries(Object.entries(stats ?? {}).filter(([, value]) => value !== null))
}

interface Doomed {
  launched: Launched
  link: Link
  cgroup: Cgroup | undefined
  counter: LimitCounter
}

/** Killing the box's first process kills all of it; killing bubblewrap alone would leave it running. */
async function tearDown({ launched, link, cgroup, counter }: Doomed): Promise<void> {
  const { process: bubblewrap, status } = launched
  if (!launched.isBuilding()) bubblewrap.kill('SIGKILL')
  await counter.close()
  const pid = await Promise.race([status.childPid, delay(FIRST_PROCESS_MS, undefined, { ref: false })])
  if (pid !== undefined && bubblewrap.exitCode === null && bubblewrap.signalCode === null) killOne(pid)
  bubblewrap.kill('SIGKILL')
  link.destroy()
  await exitOf(launched)
  // A frozen box dies when it is thawed, which this does; one that is dead already costs a look.
  await cgroup?.kill()
  await cgroup?.remove()
}

function exitOf({ process: child }: Pick<Launched, 'process'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself in the meantime.
  }
}

function once<T>(action: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= action()
    return result
  }
}

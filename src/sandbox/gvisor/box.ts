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
import { adaptSandbox } from './adapt-sandbox.ts'
import { groupLimits, programLimits } from './box-limits.ts'
import type { GvisorHost } from './host.ts'
import { type Launched, launch } from './launch.ts'
import { exitOf, tearDown } from './tear-down.ts'

export interface BoxParts {
  id: string
  host: GvisorHost
  cgroups: CgroupTree | undefined
  spec: SandboxSpec
  signal: AbortSignal
}

/** A box that cannot be set up in this time never will be. */
const SETUP_MS = 20_000

/** Builds one box; whatever fails on the way, nothing of it is left. */
export async function createBox(parts: BoxParts): Promise<SandboxControl> {
  const { id, cgroups, spec, signal } = parts
  const cgroup = await cgroups?.open(id, groupLimits(spec.limits))
  const launched = await launchIn(cgroup, parts)
  const link = createLink(launched.wire)
  const counter = createLimitCounter(cgroup)
  const destroy = once(() => tearDown({ launched, link, cgroup, counter }))
  const ended = exitOf(launched).then(destroy)
  const onAbort = () => void destroy()
  signal.addEventListener('abort', onAbort)
  const tooLate = setTimeout(destroy, SETUP_MS)
  try {
    const { pid } = launched.process
    if (pid === undefined) throw new Error('bubblewrap was not started')
    await cgroup?.add(pid)
    signal.throwIfAborted()
    launched.build()
    await link.ready
    return await control({ parts, link, cgroup, counter, destroy, ended })
  } catch (error) {
    await destroy()
    signal.throwIfAborted()
    throw new EngineError('SANDBOX_UNAVAILABLE', describeSetupFailure(launched.complaint()), { cause: error })
  } finally {
    clearTimeout(tooLate)
    signal.removeEventListener('abort', onAbort)
  }
}

async function launchIn(cgroup: Cgroup | undefined, { host, spec }: BoxParts): Promise<Launched> {
  try {
    return launch(host, spec.limits)
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
  const rlimits = programLimits(spec.limits, cgroup !== undefined)
  // Where addresses are what is limited, threads must not reserve 128 MB of them each.
  const environment = cgroup ? BOX_ENVIRONMENT : { ...BOX_ENVIRONMENT, MALLOC_ARENA_MAX: '1' }
  const configure = async (env: Record<string, string>) => {
    await link.call({ op: 'configure', rlimits, env: { ...environment, ...env, ...spec.env } })
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
    sandbox: adaptSandbox(createAgentSandbox({ id, link, hooks, outerMetrics: () => outerMetrics(cgroup) })),
    limitsBy: cgroups?.kind ?? 'rlimits',
    startedFrom: 'cold',
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

/** Memory and processes of the group are mostly gVisor's own, so those of the programs are counted inside. */
async function outerMetrics(cgroup: Cgroup | undefined): Promise<Partial<SandboxMetrics>> {
  const stats = await cgroup?.stats()
  const { cpuMs, readBytes, writtenBytes } = stats ?? {}
  const counted = Object.entries({ cpuMs, readBytes, writtenBytes }).filter(([, value]) => typeof value === 'number')
  return Object.fromEntries(counted)
}

function once<T>(action: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= action()
    return result
  }
}

import { EngineError } from '../../contract/errors.ts'
import { createLink } from '../agent/link.ts'
import type { Cgroup, CgroupTree } from '../cgroup/cgroup.ts'
import { exitOf, type Launched } from '../host/launched.ts'
import { createLimitCounter } from '../host/limit-counter.ts'
import { once } from '../host/once.ts'
import { createSandboxControl, NO_FREEZER } from '../host/sandbox-control.ts'
import { setUpSandbox } from '../host/set-up-sandbox.ts'
import { describeSetupFailure } from '../host/setup-failure.ts'
import type { SandboxControl, SandboxMetrics, SandboxSpec } from '../sandbox.ts'
import { adaptSandbox } from './adapt-sandbox.ts'
import type { GvisorHost } from './host.ts'
import { launch } from './launch.ts'
import { groupLimits, programLimits } from './sandbox-limits.ts'
import { tearDown } from './tear-down.ts'

export interface SandboxParts {
  id: string
  host: GvisorHost
  cgroups: CgroupTree | undefined
  spec: SandboxSpec
  signal: AbortSignal
}

const SETUP_MS = 20_000
/** One arena: where addresses are limited, threads must not reserve 128 MB of them each. */
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' }

export async function createSandbox({ id, host, cgroups, spec, signal }: SandboxParts): Promise<SandboxControl> {
  const cgroup = await cgroups?.open(id, groupLimits(spec.limits))
  const launched = await launchIn(cgroup, host, spec)
  const link = createLink(launched.wire)
  const counter = createLimitCounter(cgroup)
  const destroy = once(() => tearDown({ launched, link, cgroup, counter }))
  const ended = exitOf(launched).then(destroy)
  const build = async () => {
    const { pid } = launched.process
    if (pid === undefined) throw new Error('bubblewrap was not started')
    await cgroup?.add(pid)
    signal.throwIfAborted()
    launched.build()
    await link.ready
    const control = await createSandboxControl({
      id,
      spec,
      link,
      destroy,
      ended,
      rlimits: programLimits(spec.limits, cgroup !== undefined),
      ...(!cgroup && { env: ONE_ARENA }),
      limitHit: counter.limitHit,
      freezer: cgroup ?? NO_FREEZER,
      outerMetrics: () => outerMetrics(cgroup),
      limitsBy: cgroups?.kind ?? 'rlimits',
      startedFrom: 'cold',
    })
    return { ...control, sandbox: adaptSandbox(control.sandbox) }
  }
  const explain = (error: unknown) => unavailable(launched.complaint(), error)
  return setUpSandbox({ build, destroy, explain, timeoutMs: SETUP_MS, signal })
}

async function launchIn(cgroup: Cgroup | undefined, host: GvisorHost, { limits }: SandboxSpec): Promise<Launched> {
  try {
    return launch(host, limits)
  } catch (error) {
    await cgroup?.remove()
    throw unavailable((error as Error).message, error)
  }
}

const unavailable = (complaint: string, cause: unknown) =>
  new EngineError('SANDBOX_UNAVAILABLE', describeSetupFailure(complaint), { cause })

/**
 * Measures from outside: memory and processes of the group are mostly gVisor's own, so those of the programs are counted
 * inside.
 */
async function outerMetrics(cgroup: Cgroup | undefined): Promise<Partial<SandboxMetrics>> {
  const stats = await cgroup?.stats()
  const { cpuMs, readBytes, writtenBytes } = stats ?? {}
  const counted = Object.entries({ cpuMs, readBytes, writtenBytes }).filter(([, value]) => typeof value === 'number')
  return Object.fromEntries(counted)
}

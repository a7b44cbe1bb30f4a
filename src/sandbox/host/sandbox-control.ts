import { EngineError } from '../../contract/errors.ts'
import { createAgentSandbox } from '../agent/agent-sandbox.ts'
import type { SandboxHooks } from '../agent/exec.ts'
import type { Link } from '../agent/link.ts'
import { createSandboxClock } from '../agent/sandbox-clock.ts'
import { changesOf, snapshotOf } from '../agent/snapshot.ts'
import type { Cgroup } from '../cgroup/cgroup.ts'
import { joinEgress } from '../egress/join-egress.ts'
import type { SandboxControl, SandboxMetrics, SandboxSpec } from '../sandbox.ts'
import { SANDBOX_ENVIRONMENT } from '../sandbox-environment.ts'

/** Settings that the agent gives to every program it starts. */
export interface Configuration {
  rlimits: Record<string, number>
  env: Record<string, string>
  /** Memory that all processes may use together, where the agent has to enforce it. */
  memoryBytes?: number | undefined
}

/** Has no `reclaim` where only the kernel can free memory. */
export type Freezer = Pick<Cgroup, 'freeze' | 'thaw'> & Partial<Pick<Cgroup, 'reclaim'>>

export interface SandboxControlParts extends Pick<SandboxControl, 'limitsBy' | 'startedFrom' | 'destroy' | 'ended'> {
  id: string
  spec: SandboxSpec
  link: Link
  /** Limits of each single program. */
  rlimits: Record<string, number>
  /** Memory limit that the agent has to enforce. */
  memoryBytes?: number | undefined
  /** The configuration that the agent received when it was started. */
  configuration?: Configuration | undefined
  /** Files that lie in the sandbox since it was prepared. */
  laid?: ReadonlyMap<string, Uint8Array> | undefined
  /** Variables of every program, beside those of all sandboxes. */
  env?: Record<string, string>
  limitHit: SandboxHooks['limitHit']
  memoryKills?: SandboxHooks['memoryKills']
  freezer: Freezer
  outerMetrics(): Promise<Partial<SandboxMetrics>>
}

/** Makes the handle on a sandbox of any kind in which our agent runs. */
export async function createSandboxControl(parts: SandboxControlParts): Promise<SandboxControl> {
  const {
    id,
    spec,
    link,
    rlimits,
    memoryBytes,
    limitHit,
    freezer,
    outerMetrics,
    limitsBy,
    startedFrom,
    destroy,
    ended,
  } = parts
  let told = JSON.stringify(parts.configuration)
  const setNetwork = joinEgress(link, async (proxy) => {
    const env = { ...SANDBOX_ENVIRONMENT, ...parts.env, ...proxy, ...spec.env }
    const configuration: Configuration = { rlimits, env, memoryBytes }
    const text = JSON.stringify(configuration)
    if (text === told) return
    await link.call({ op: 'configure', ...configuration })
    told = text
  })
  await setNetwork(spec.network ?? { allow: [] })
  const clock = createSandboxClock()
  const memoryKills = parts.memoryKills ?? (async () => 0)
  const hooks = { limits: spec.limits, limitHit, memoryKills, kill: destroy, clock }
  return {
    sandbox: createAgentSandbox({ id, link, hooks, outerMetrics, laid: parts.laid }),
    limitsBy,
    startedFrom,
    setNetwork,
    pause: async () => {
      await freezer.freeze()
      clock.stop()
      // Not awaited: the caller of `pause` does not wait for this, and may resume at any moment.
      void freezer.reclaim?.()
    },
    resume: async () => {
      await freezer.thaw()
      clock.go()
    },
    snapshot: () => snapshotOf(link),
    changes: () => (spec.system ? changesOf(link) : refuseChanges()),
    destroy,
    ended,
  }
}

function refuseChanges(): never {
  throw new EngineError('UNSUPPORTED', { what: 'Taking the changes of a sandbox that is no system' })
}

/** Refuses pauses, for sandboxes without a control group: only a control group stops all processes at once. */
export const NO_FREEZER: Freezer = { freeze: refusePause, thaw: refusePause }

async function refusePause(): Promise<void> {
  throw new EngineError('UNSUPPORTED', {
    what: 'Pausing a sandbox with its processes, on a host without control groups (its files alone can be kept),',
  })
}

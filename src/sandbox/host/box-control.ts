import { EngineError } from '../../contract/errors.ts'
import { createAgentSandbox } from '../agent/agent-sandbox.ts'
import { createBoxClock } from '../agent/box-clock.ts'
import type { BoxHooks } from '../agent/exec.ts'
import type { Link } from '../agent/link.ts'
import { changesOf, snapshotOf } from '../agent/snapshot.ts'
import { BOX_ENVIRONMENT } from '../box-environment.ts'
import type { Cgroup } from '../cgroup/cgroup.ts'
import { joinEgress } from '../egress/join-egress.ts'
import type { SandboxControl, SandboxMetrics, SandboxSpec } from '../sandbox.ts'

/** What the agent gives to every program it starts. */
export interface Configuration {
  rlimits: Record<string, number>
  env: Record<string, string>
  /** What all of its processes may have in memory together, where the agent has to hold that. */
  memoryBytes?: number | undefined
}

/** Without `reclaim` where nobody but the kernel can do anything about memory. */
export type Freezer = Pick<Cgroup, 'freeze' | 'thaw'> & Partial<Pick<Cgroup, 'reclaim'>>

export interface BoxControlParts extends Pick<SandboxControl, 'limitsBy' | 'startedFrom' | 'destroy' | 'ended'> {
  id: string
  spec: SandboxSpec
  link: Link
  /** What each program carries. */
  rlimits: Record<string, number>
  /** What the agent has to hold. */
  memoryBytes?: number | undefined
  /** What the agent was told already, when it was started. */
  configuration?: Configuration | undefined
  /** Files that lie in it since it was made ready. */
  laid?: ReadonlyMap<string, Uint8Array> | undefined
  /** Of every program, beside what all boxes have. */
  env?: Record<string, string>
  limitHit: BoxHooks['limitHit']
  memoryKills?: BoxHooks['memoryKills']
  freezer: Freezer
  outerMetrics(): Promise<Partial<SandboxMetrics>>
}

/** The handle on a box in which our agent runs, whatever the box is made of. */
export async function createBoxControl(parts: BoxControlParts): Promise<SandboxControl> {
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
    const env = { ...BOX_ENVIRONMENT, ...parts.env, ...proxy, ...spec.env }
    const configuration: Configuration = { rlimits, env, memoryBytes }
    const text = JSON.stringify(configuration)
    if (text === told) return
    await link.call({ op: 'configure', ...configuration })
    told = text
  })
  await setNetwork(spec.network ?? { allow: [] })
  const clock = createBoxClock()
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
      // Who pauses a box does not wait for this, and may let it go on at any moment.
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

/** For boxes that cannot be paused: only a control group stops all processes at once. */
export const NO_FREEZER: Freezer = { freeze: refusePause, thaw: refusePause }

async function refusePause(): Promise<void> {
  throw new EngineError('UNSUPPORTED', { what: 'Pausing a sandbox on a host without control groups' })
}

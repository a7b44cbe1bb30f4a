import { EngineError } from '../../../contract/errors.ts'
import type { Limits } from '../../../contract/limits.ts'
import type { Cgroup, CgroupTree } from '../../cgroup/cgroup.ts'
import { cacheDirectory } from '../../host/cache.ts'
import type { Configuration } from '../../host/sandbox-control.ts'
import type { SandboxControl, SandboxSpec, SystemSpec } from '../../sandbox.ts'
import { resourceLimits, watchedBytes } from '../arguments.ts'
import { buildSandbox, type EmptySandbox, furnish } from '../jail-sandbox.ts'
import type { JailHost } from '../launch.ts'
import { createPool, type Pool, type PoolOptions } from '../pool/pool.ts'
import { takeWaiting } from '../pool/take-waiting.ts'
import { additionOf } from './addition.ts'
import { closedFiles } from './closed-files.ts'
import { hostPythons, managedMarks } from './host-pythons.ts'
import { skeletonOf } from './skeleton.ts'
import { systemEnvironment } from './system-environment.ts'
import type { SystemsHere, SystemUsers } from './system-users.ts'
import { type SystemZygote, startSystemZygote } from './system-zygote.ts'

export interface SystemsParts {
  host(): Promise<JailHost>
  cgroups: CgroupTree | undefined
  newSandboxId(): string
  here: SystemsHere
  waiting?: WaitingSystems | undefined
}

/** Number and limits of systems that are made in advance; a caller with other limits gets them applied later. */
export interface WaitingSystems extends Pick<PoolOptions<EmptySandbox>, 'floor' | 'ceiling' | 'onTrouble'> {
  limits: Limits
}

type SystemSandboxSpec = SandboxSpec & { system: SystemSpec }

export interface Systems {
  create(spec: SystemSandboxSpec, signal: AbortSignal): Promise<SandboxControl>
  /** Fills the pool of systems, if there is one. */
  warmUp(): void
  forget(directory: string): Promise<void>
  close(): Promise<void>
}

/** Makes sandboxes that are whole systems, forked by a zygote of their own, which starts with the first request. */
export function createSystems({ host, cgroups, newSandboxId, here, waiting }: SystemsParts): Systems {
  let zygote: Promise<SystemZygote> | undefined
  let isClosed = false
  const theZygote = (): Promise<SystemZygote> => {
    zygote ??= start()
    return zygote
  }
  const start = async (): Promise<SystemZygote> => {
    try {
      const found = await host()
      const cache = await cacheDirectory(process.getuid?.() === 0)
      const pythons = await hostPythons()
      const hidden = [...(await closedFiles(cache)), ...managedMarks(pythons)]
      const trees = { skeleton: await skeletonOf(pythons), addition: await additionOf() }
      const started = await startSystemZygote(found, { users: usersOf(here), ...trees, hidden })
      // A dead zygote is replaced when the next system is asked for.
      void started.ended.then(() => {
        zygote = undefined
      })
      return started
    } catch (error) {
      zygote = undefined
      throw error
    }
  }
  const build = async (spec: SystemSandboxSpec, signal: AbortSignal): Promise<EmptySandbox> => {
    const { limits, mounts = [], system } = spec
    const id = newSandboxId()
    const configuration = configurationOf(limits, cgroups !== undefined)
    const openHull = async (cgroup: Cgroup | undefined) => {
      const memoryStat = cgroup?.memoryStat ?? null
      return (await theZygote()).fork({
        sandboxId: id,
        system,
        diskMb: limits.diskMb,
        mounts,
        memoryStat,
        configuration,
      })
    }
    return buildSandbox({ id, cgroups, limits, isSystem: true, signal, openHull, configuration })
  }
  let pool: Pool<EmptySandbox> | undefined
  const thePool = (): Pool<EmptySandbox> | undefined => {
    if (pool || !waiting || isClosed) return pool
    const { limits, ...size } = waiting
    const make = async () => {
      const sandbox = await build({ limits, system: PLAIN }, new AbortController().signal)
      void sandbox.ended.then(() => pool?.lose(sandbox))
      return sandbox
    }
    pool = createPool({ make, dispose: (sandbox) => sandbox.destroy(), idleMs: IDLE_MS, atOnce: AT_ONCE, ...size })
    pool.fill()
    return pool
  }
  /** Where no control group counts processes, their number is fixed when a system is made. */
  const isAsMany = ({ limits }: SystemSandboxSpec) =>
    cgroups !== undefined || limits.processes === waiting?.limits.processes
  return {
    async create(spec, signal) {
      assertMayMake(here, spec)
      const waits = isPlain(spec) && isAsMany(spec) ? thePool() : undefined
      const taken = waits && waiting && (await takeWaiting(waits, { spec, had: waiting.limits }))
      return taken ?? furnish(await build(spec, signal), spec, 'fork')
    },
    warmUp: () => void ('users' in here && thePool()),
    forget: async (directory) => (await zygote)?.forget(directory),
    async close() {
      isClosed = true
      await pool?.close()
      await (await zygote)?.retire()
    },
  }
}

const IDLE_MS = 30_000
const AT_ONCE = 2
const PLAIN: SystemSpec = { layers: [] }

const isPlain = ({ system, mounts = [] }: SystemSandboxSpec): boolean =>
  system.layers.length === 0 && system.root === undefined && mounts.length === 0

function usersOf(here: SystemsHere): SystemUsers {
  if ('users' in here) return here.users
  throw new EngineError('SYSTEM_NEEDS_ROOT', here.lack)
}

function assertMayMake(here: SystemsHere, { system }: SystemSandboxSpec): void {
  const { changesOwners } = usersOf(here)
  if (system.root === undefined || changesOwners) return
  throw new EngineError('SYSTEM_NEEDS_ROOT', {
    reason: 'files of another root file system can be shown with other owners only by root',
    remedy: 'Build the template from "base" or another template instead of an image.',
  })
}

const configurationOf = (limits: Limits, isCounted: boolean): Configuration => ({
  rlimits: resourceLimits(limits, isCounted),
  env: systemEnvironment(limits),
  memoryBytes: watchedBytes(limits, { isCounted, isSystem: true }),
})

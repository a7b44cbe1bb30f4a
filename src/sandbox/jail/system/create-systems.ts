import { EngineError } from '../../../contract/errors.ts'
import type { Limits } from '../../../contract/limits.ts'
import type { CgroupTree } from '../../cgroup/cgroup.ts'
import type { Configuration } from '../../host/box-control.ts'
import { cacheDirectory } from '../../host/cache.ts'
import type { SandboxControl, SandboxSpec, SystemSpec } from '../../sandbox.ts'
import { resourceLimits } from '../arguments.ts'
import { buildBox, type EmptyBox, furnish } from '../box.ts'
import type { JailHost } from '../launch.ts'
import { closedFiles } from './closed-files.ts'
import { skeletonOf } from './skeleton.ts'
import { SYSTEM_ENVIRONMENT } from './system-environment.ts'
import { type SystemZygote, startSystemZygote } from './system-zygote.ts'

export interface SystemsParts {
  host(): Promise<JailHost>
  cgroups: CgroupTree | undefined
  newBoxId(): string
}

export interface Systems {
  create(spec: SandboxSpec & { system: SystemSpec }, signal: AbortSignal): Promise<SandboxControl>
  forget(directory: string): Promise<void>
  close(): Promise<void>
}

/** Boxes that are whole systems, forked by a zygote of their own, which is started when the first one is asked for. */
export function createSystems({ host, cgroups, newBoxId }: SystemsParts): Systems {
  let zygote: Promise<SystemZygote> | undefined
  const theZygote = (): Promise<SystemZygote> => {
    zygote ??= start()
    return zygote
  }
  const start = async (): Promise<SystemZygote> => {
    try {
      const found = await host()
      const cache = await cacheDirectory(true)
      const skeleton = await skeletonOf(cache, found.etc)
      const started = await startSystemZygote(found, { skeleton, hidden: await closedFiles(cache) })
      // A dead one is replaced when the next system is asked for.
      void started.ended.then(() => {
        zygote = undefined
      })
      return started
    } catch (error) {
      zygote = undefined
      throw error
    }
  }
  const build = async (spec: SandboxSpec & { system: SystemSpec }, signal: AbortSignal): Promise<EmptyBox> => {
    const { limits, mounts = [], system } = spec
    const id = newBoxId()
    const configuration = configurationOf(limits, cgroups !== undefined)
    const openHull = async () =>
      (await theZygote()).fork({ boxId: id, system, diskMb: limits.diskMb, mounts, configuration })
    return buildBox({ id, cgroups, limits, signal, openHull, configuration })
  }
  return {
    async create(spec, signal) {
      assertMayMake()
      return furnish(await build(spec, signal), spec, 'fork')
    },
    forget: async (directory) => (await zygote)?.forget(directory),
    close: async () => (await zygote)?.retire(),
  }
}

export const canMakeSystems = (): boolean => process.getuid?.() === 0

function assertMayMake(): void {
  if (canMakeSystems()) return
  throw new EngineError('UNSUPPORTED', { what: 'A sandbox that is a whole system, by a server that is not root,' })
}

const configurationOf = (limits: Limits, isCounted: boolean): Configuration => ({
  rlimits: resourceLimits(limits, isCounted),
  env: SYSTEM_ENVIRONMENT,
})

import { join } from 'node:path'
import { EngineError } from '../../contract/errors.ts'
import type { Cgroup, CgroupStats } from './cgroup.ts'
import {
  parsePids,
  readControl,
  readKey,
  readNumber,
  unlessGone,
  writeControl,
  writeControlSync,
} from './control-file.ts'
import { killFrozen, killUntilEmpty } from './kill.ts'
import { removeGroup } from './remove.ts'
import { until } from './until.ts'
import { setV1Limits } from './v1-limits.ts'
import { renewV1 } from './v1-renew.ts'

const FREEZE_TIMEOUT_MS = 2000
/** A process that the kernel cannot freeze in this time cannot fork either. */
const FREEZE_TO_KILL_MS = 200

/** The directory of one group per controller; controllers that are mounted together share theirs. */
export type V1Directories = ReadonlyMap<string, string>

export function v1Group(directories: V1Directories): Cgroup {
  const all = distinct(directories)
  const file = (controller: string, name: string) => join(directories.get(controller) ?? '', name)
  const freezer = directories.get('freezer')

  /** The processes of all hierarchies: one that forked while it was being added has children in some of them only. */
  const pids = async () => {
    const lists = await Promise.all(all.map((directory) => unlessGone(readControl(join(directory, 'cgroup.procs')))))
    return [...new Set(lists.flatMap((list) => parsePids(list ?? '')))]
  }
  const thaw = async () => {
    if (freezer) await unlessGone(writeControl(join(freezer, 'freezer.state'), 'THAWED'))
  }

  return {
    entrances: all.map((directory) => join(directory, 'tasks')),
    memoryStat: file('memory', 'memory.stat'),
    add: async (pid) => {
      // The kernel takes 0 for the writer: the server itself.
      if (pid < 1) throw new RangeError(`${pid} is not a process`)
      const [first = '', ...others] = all.map((directory) => join(directory, 'cgroup.procs'))
      // The first write may wait for a lock of the kernel, and so not on the main thread; the others then find it open.
      await writeControl(first, pid)
      for (const other of others) writeControlSync(other, pid)
    },
    limit: async (limits) => setV1Limits(directories, limits),
    stats: () => readStats(directories),
    oomKills: async () => (await readKey(file('memory', 'memory.oom_control'), 'oom_kill')) ?? 0,
    processLimitHits: async () => (await readKey(file('pids', 'pids.events'), 'max')) ?? 0,
    freeze: async () => {
      if (!freezer) throw new EngineError('UNSUPPORTED', { what: 'Pausing on a host without the freezer controller' })
      if (await freeze(freezer, FREEZE_TIMEOUT_MS)) return
      await thaw()
      throw new Error(`${freezer} did not freeze in ${FREEZE_TIMEOUT_MS} ms`)
    },
    thaw,
    reclaim: () => writeControl(file('memory', 'memory.force_empty'), 0).catch(() => undefined),
    pids,
    kill: () => {
      const freezeToKill = async () => {
        if (freezer) await unlessGone(freeze(freezer, FREEZE_TO_KILL_MS))
      }
      return killUntilEmpty({ pids }, () => killFrozen({ pids, freeze: freezeToKill, thaw }))
    },
    remove: async () => {
      await Promise.all(all.map(removeGroup))
    },
    renew: () => renewV1(directories),
  }
}

export const distinct = (directories: V1Directories): string[] => [...new Set(directories.values())]

/** The state is FREEZING until the last process stands still; writing it again reaches processes that appeared meanwhile. */
function freeze(directory: string, timeoutMs: number): Promise<boolean> {
  const state = join(directory, 'freezer.state')
  return until(async () => {
    await writeControl(state, 'FROZEN')
    return (await readControl(state)).trim() === 'FROZEN'
  }, timeoutMs)
}

async function readStats(directories: V1Directories): Promise<CgroupStats> {
  const where = (controller: string) => directories.get(controller)
  const [memory, pids, cpuacct, blkio] = [where('memory') ?? '', where('pids') ?? '', where('cpuacct'), where('blkio')]
  const [memoryBytes, memoryPeakBytes, processes, cpuNs, transfers] = await Promise.all([
    readNumber(join(memory, 'memory.usage_in_bytes')),
    readNumber(join(memory, 'memory.max_usage_in_bytes')),
    readNumber(join(pids, 'pids.current')),
    cpuacct ? readNumber(join(cpuacct, 'cpuacct.usage')) : null,
    blkio ? readControl(join(blkio, 'blkio.throttle.io_service_bytes')) : '',
  ])
  return {
    cpuMs: cpuNs === null ? null : cpuNs / 1e6,
    memoryBytes,
    memoryPeakBytes,
    processes,
    readBytes: sumTransfers(transfers, 'Read'),
    writtenBytes: sumTransfers(transfers, 'Write'),
  }
}

/**
 * Lines are `8:0 Read 4096`, one per device and direction, and a total without a device. Kernels since 6.10 count only
 * throttled devices: without any device the figure is unknown.
 */
export function sumTransfers(text: string, direction: 'Read' | 'Write'): number | null {
  const lines = text.split('\n').map((line) => line.split(' '))
  const ofDevices = lines.filter(([, kind]) => kind === direction)
  return ofDevices.length === 0 ? null : ofDevices.reduce((sum, [, , bytes]) => sum + Number(bytes), 0)
}

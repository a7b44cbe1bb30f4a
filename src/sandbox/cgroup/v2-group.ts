import { join } from 'node:path'
import { type Cgroup, type CgroupLimits, type CgroupStats, CPU_PERIOD_US, cpuQuotaUs } from './cgroup.ts'
import { parsePids, readControl, readKey, readNumber, unlessGone, writeControl } from './control-file.ts'
import { killFrozen, killUntilEmpty } from './kill.ts'
import { removeGroup } from './remove.ts'
import { until } from './until.ts'

const FREEZE_TIMEOUT_MS = 2000

export function v2Group(directory: string, controllers: readonly string[]): Cgroup {
  const file = (name: string) => join(directory, name)
  const pids = async () => parsePids((await unlessGone(readControl(file('cgroup.procs')))) ?? '')
  const isFrozen = async () => (await readKey(file('cgroup.events'), 'frozen')) === 1
  const setFrozen = (frozen: boolean) => writeControl(file('cgroup.freeze'), frozen ? 1 : 0)
  const freeze = async () => {
    await setFrozen(true)
    if (await until(isFrozen, FREEZE_TIMEOUT_MS)) return
    await setFrozen(false)
    throw new Error(`${directory} did not freeze in ${FREEZE_TIMEOUT_MS} ms`)
  }
  const thaw = async () => {
    await unlessGone(setFrozen(false))
  }
  return {
    entrances: [file('cgroup.procs')],
    memoryStat: file('memory.stat'),
    add: async (pid) => {
      // The kernel takes 0 for the writer: the server itself.
      if (pid < 1) throw new RangeError(`${pid} is not a process`)
      await writeControl(file('cgroup.procs'), pid)
    },
    limit: (limits) => setV2Limits({ directory, limits, controllers }),
    stats: () => readStats(directory),
    oomKills: async () => (await readKey(file('memory.events'), 'oom_kill')) ?? 0,
    processLimitHits: async () => (await readKey(file('pids.events'), 'max')) ?? 0,
    freeze,
    thaw,
    // The kernel answers EAGAIN when it took less than all of it, which is how it always ends.
    reclaim: async () => {
      const all = await readNumber(file('memory.current')).catch(() => 0)
      await writeControl(file('memory.reclaim'), all).catch(() => undefined)
    },
    pids,
    kill: () => killUntilEmpty({ pids }, () => killOnce({ directory, group: { pids, freeze, thaw } })),
    remove: () => removeGroup(directory),
  }
}

/** Kills once; kernels before 5.14 have no `cgroup.kill`. */
async function killOnce({ directory, group }: KillOnce): Promise<void> {
  const whole = await unlessGone(writeControl(join(directory, 'cgroup.kill'), 1).then(() => true))
  if (!whole) await unlessGone(killFrozen(group))
}

interface KillOnce {
  directory: string
  group: Pick<Cgroup, 'pids' | 'freeze' | 'thaw'>
}

async function setV2Limits({ directory, limits, controllers }: LimitedGroup): Promise<void> {
  const file = (name: string) => join(directory, name)
  await Promise.all([
    writeControl(file('memory.max'), limits.memoryBytes),
    // Absent where the kernel does not count swap.
    unlessGone(writeControl(file('memory.swap.max'), 0)),
    // A sandbox is one thing: half of it killed would leave the other half waiting for ever.
    unlessGone(writeControl(file('memory.oom.group'), 1)),
    writeControl(file('pids.max'), limits.processes),
    controllers.includes('cpu') && writeControl(file('cpu.max'), `${cpuQuotaUs(limits.cpuPercent)} ${CPU_PERIOD_US}`),
  ])
}

interface LimitedGroup {
  directory: string
  limits: CgroupLimits
  controllers: readonly string[]
}

async function readStats(directory: string): Promise<CgroupStats> {
  const file = (name: string) => join(directory, name)
  const [memoryBytes, memoryPeakBytes, processes, cpuUs, transfers] = await Promise.all([
    readNumber(file('memory.current')),
    unlessGone(readNumber(file('memory.peak'))),
    readNumber(file('pids.current')),
    readKey(file('cpu.stat'), 'usage_usec'),
    unlessGone(readControl(file('io.stat'))),
  ])
  return {
    cpuMs: cpuUs === undefined ? null : cpuUs / 1000,
    memoryBytes,
    memoryPeakBytes: memoryPeakBytes ?? null,
    processes,
    readBytes: transfers === undefined ? null : sumField(transfers, 'rbytes'),
    writtenBytes: transfers === undefined ? null : sumField(transfers, 'wbytes'),
  }
}

/** Lines are `8:0 rbytes=4096 wbytes=0 …`, one per device. */
export function sumField(text: string, field: 'rbytes' | 'wbytes'): number {
  const found = text.matchAll(new RegExp(` ${field}=(\\d+)`, 'g'))
  return [...found].reduce((sum, [, bytes]) => sum + Number(bytes), 0)
}

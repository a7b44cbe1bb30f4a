import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Check } from '../../contract/check.ts'
import { Inconclusive } from '../../contract/inconclusive.ts'
import { steadily } from '../checks/steadily.ts'
import type { Cgroup, CgroupTree } from './cgroup.ts'
import { lifeChecks } from './life-checks.ts'
import { inGroup, python, startIn } from './start-in.ts'
import { until } from './until.ts'

/** Prints the number of processes that it could start beside itself. */
const FORKS = `
import os, time
started = 0
try:
    while started < 100:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        started += 1
except BlockingIOError:
    pass
print(started, flush=True)
time.sleep(30)`

const BUSY = python('while True: pass')
/** So small a limit that a program without one has more of a core even on a busy host. */
const LIMIT_PERCENT = 5
const MOST_SHARE = 0.075
const LEAST_SHARE = 0.01

const limitChecks: Check<CgroupTree>[] = [
  {
    id: 'a-memory-bomb-is-killed-and-counted',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'memory-bomb', memoryBytes: 48 << 20 }, async (group) => {
        assert.equal(await group.oomKills(), 0)
        const bomb = await startIn(group, python('print("ready", flush=True); x = b"x" * (200 << 20); print(len(x))'))
        assert.deepEqual(await bomb.ended, { exitCode: null, signal: 'SIGKILL' })
        assert.equal(bomb.printed(), 'ready\n')
        const kills = await group.oomKills()
        // Under v2, where the group dies as a whole, the kernel counts the first of its dead twice.
        assert.ok(kills === 1 || kills === 2, `${kills} kills for one process`)
        const peak = (await group.stats()).memoryPeakBytes
        assert.ok(peak === null || (peak > 24 << 20 && peak <= 48 << 20), `a peak of ${peak} bytes under 48 MiB`)
      }),
  },
  {
    id: 'a-fork-bomb-is-bounded-and-counted',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'fork-bomb', processes: 12 }, async (group) => {
        assert.equal(await group.processLimitHits(), 0)
        const bomb = await startIn(group, python(FORKS))
        assert.ok(await until(async () => bomb.printed() !== '', 10_000))
        assert.equal(bomb.printed(), '11\n')
        assert.equal(await group.processLimitHits(), 1)
        assert.equal((await group.stats()).processes, 12)
        assert.equal((await group.pids()).length, 12)
      }),
  },
  {
    id: 'a-cpu-share-holds',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'cpu-share', cpuPercent: LIMIT_PERCENT }, async (group) => {
        const isHeld = !tree.missing.includes('cpu')
        const [share, freely] = await sharesOfCore(tree, group)
        // A tree without the controller says so, and the program has the core.
        assert.ok(share < (isHeld ? MOST_SHARE : 1.1), `${share.toFixed(2)} of a core under a limit of 0.05`)
        if (isHeld && freely < MOST_SHARE)
          throw new Inconclusive(`without a limit it had no more: ${freely.toFixed(2)}`)
        assert.ok(share > LEAST_SHARE, `${share.toFixed(2)} of a core, and ${freely.toFixed(2)} without a limit`)
      }),
  },
  {
    id: 'what-is-used-is-counted',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'counted' }, async (group) => {
        const source =
          'import time; x = b"x" * (20 << 20)\nwhile time.process_time() < 0.3: pass\nprint("done", flush=True); time.sleep(30)'
        const program = await startIn(group, python(source))
        assert.ok(await until(async () => program.printed() !== '', 20_000))
        const { cpuMs, memoryBytes, memoryPeakBytes, processes } = await group.stats()
        assert.equal(processes, 1)
        assert.ok(memoryBytes > 20 << 20 && memoryBytes < 60 << 20, `${memoryBytes} bytes in use`)
        assert.ok(memoryPeakBytes === null || memoryPeakBytes >= memoryBytes, `a peak of ${memoryPeakBytes}`)
        assert.ok(cpuMs === null || (cpuMs >= 250 && cpuMs < 2000), `${cpuMs} ms of CPU`)
      }),
  },
]

/** The promises of every tree, on the real kernel. */
export const cgroupChecks: Check<CgroupTree>[] = [...limitChecks, ...lifeChecks].map((check) => steadily(check))

/** Shares of a core: that of a busy program in the group, and that of one at the same time in a group without a CPU limit. */
async function sharesOfCore(tree: CgroupTree, group: Cgroup): Promise<[share: number, freely: number]> {
  let shares: [number, number] = [0, 0]
  await inGroup({ tree, sandboxId: 'cpu-freely', cpuPercent: 100 }, async (free) => {
    await Promise.all([startIn(group, BUSY), startIn(free, BUSY)])
    await delay(100)
    shares = await Promise.all([shareOfCore(group, 1000), shareOfCore(free, 1000)])
  })
  return shares
}

async function shareOfCore(group: Cgroup, forMs: number): Promise<number> {
  const [before, start] = [(await group.stats()).cpuMs ?? 0, performance.now()]
  await delay(forMs)
  const [after, end] = [(await group.stats()).cpuMs ?? 0, performance.now()]
  return (after - before) / (end - start)
}

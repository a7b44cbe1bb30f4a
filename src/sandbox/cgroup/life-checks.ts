import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Check } from '../../contract/check.ts'
import type { CgroupTree } from './cgroup.ts'
import { errorCode } from './control-file.ts'
import { CHECK_LIMITS, inGroup, python, startIn } from './start-in.ts'
import { until } from './until.ts'

const SLEEP = python('import time; time.sleep(30)')
const COUNTER = python('import time\nwhile True: print(end=".", flush=True); time.sleep(0.005)')
/** Keeps a file on a disk in the kernel's page cache; the file has no name that could stay behind. */
const FILE_IN_MEMORY = python(`
import os, time
fd = os.open('/var/tmp', os.O_TMPFILE | os.O_RDWR)
os.write(fd, bytes(20 << 20)); os.fsync(fd)
print('ready', flush=True); time.sleep(30)`)
/** Forks for ever, beside a process that ignores signals, one in a session of its own and one that is stopped. */
const HYDRA = [
  '/bin/sh',
  '-c',
  `(trap "" TERM INT HUP; while :; do /bin/sleep 1; done) &
   /usr/bin/setsid /bin/sleep 30 &
   (kill -STOP $(exec /bin/sh -c 'echo $PPID')) &
   bomb() { bomb | bomb & }; bomb; /bin/sleep 30`,
]
/** Opens the entrances given as arguments, as a launcher's child would find them open. */
const SELF = `
import os, sys, time
for path in sys.argv[1:]:
    os.write(os.open(path, os.O_WRONLY), b"0")
print("in", flush=True)
time.sleep(30)`

/** A group's promises about the lives of its processes. */
export const lifeChecks: Check<CgroupTree>[] = [
  {
    id: 'freezing-stops-and-thawing-goes-on',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'freeze' }, async (group) => {
        const counter = await startIn(group, COUNTER)
        const count = () => counter.printed().length
        assert.ok(await until(async () => count() > 5, 10_000))
        await group.freeze()
        await delay(50)
        const [frozenAt, spent] = [count(), (await group.stats()).cpuMs]
        await delay(200)
        assert.deepEqual([count(), (await group.stats()).cpuMs], [frozenAt, spent])
        await group.thaw()
        assert.ok(await until(async () => count() > frozenAt + 5, 10_000))
      }),
  },
  {
    id: 'a-frozen-group-gives-back-what-it-can-do-without',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'reclaim' }, async (group) => {
        const reader = await startIn(group, FILE_IN_MEMORY)
        assert.ok(await until(async () => reader.printed() === 'ready\n', 10_000))
        await group.freeze()
        const { memoryBytes } = await group.stats()
        assert.ok(memoryBytes > 20 << 20, `${memoryBytes} bytes in use`)
        await group.reclaim()
        const left = (await group.stats()).memoryBytes
        assert.ok(left < memoryBytes - (15 << 20), `${left} of ${memoryBytes} bytes are still in use`)
        await group.thaw()
      }),
  },
  {
    id: 'kill-leaves-nothing-of-a-fork-bomb',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'hydra', processes: 40 }, async (group) => {
        const hydra = await startIn(group, HYDRA)
        assert.ok(await until(async () => (await group.processLimitHits()) > 0, 10_000))
        await group.kill()
        assert.deepEqual(await group.pids(), [])
        // The processes' common output closes with the last of them.
        await hydra.ended
        await delay(50)
        assert.deepEqual(await group.pids(), [])
      }),
  },
  {
    id: 'kill-reaches-the-frozen',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'frozen' }, async (group) => {
        const sleeper = await startIn(group, SLEEP)
        await group.freeze()
        await group.kill()
        assert.ok(await until(async () => sleeper.child.signalCode === 'SIGKILL', 2000), 'it outlived the kill')
      }),
  },
  {
    id: 'removing-waits-for-the-dying-and-refuses-nothing-gone',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'dying' }, async (group) => {
        const large = await startIn(group, python('x = b"x" * (40 << 20); print("ready", flush=True); input()'))
        assert.ok(await until(async () => large.printed() !== '', 10_000))
        large.child.kill('SIGKILL')
        await group.remove()
        await group.remove()
        await group.kill()
        await group.thaw()
        assert.deepEqual(await group.pids(), [])
      }),
  },
  {
    id: 'a-process-can-put-itself-in',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'entrance' }, async (group) => {
        const self = await startIn(undefined, [...python(SELF), ...group.entrances])
        try {
          assert.ok(await until(async () => self.printed() === 'in\n', 10_000))
          assert.deepEqual(await group.pids(), [self.child.pid])
        } finally {
          self.child.kill('SIGKILL')
        }
      }),
  },
  {
    id: 'a-name-is-taken-once-and-only-processes-are-added',
    run: (tree) =>
      inGroup({ tree, sandboxId: 'taken' }, async (group) => {
        const sleeper = await startIn(group, SLEEP)
        await assert.rejects(tree.open('taken', CHECK_LIMITS), (error) => errorCode(error) === 'EEXIST')
        assert.deepEqual(await group.pids(), [sleeper.child.pid])
        await assert.rejects(tree.open('../taken', CHECK_LIMITS), /cannot name a control group/)
        await assert.rejects(group.add(0), /0 is not a process/)
        await assert.rejects(group.add(2 ** 22 + 1), (error) => errorCode(error) === 'ESRCH')
      }),
  },
]

import assert from 'node:assert/strict'
import { Inconclusive } from '../../contract/inconclusive.ts'
import { runsWithin } from './host-pace.ts'
import { type CheckedSandbox, inSandbox, withSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'limits'

/** With rlimits alone the sandbox as a whole has no memory limit, and refusals are not counted. */
const isCounted = ({ control }: CheckedSandbox): boolean => control.limitsBy !== 'rlimits'

/** Burns a twentieth of a second of CPU time; the start of Python does not count. */
const BURN = `
import time
wall, until = time.time(), time.process_time() + 0.05
while time.process_time() < until: pass
print(time.time() - wall)`
/**
 * So small a limit that a program without one gets more even on a busy host: it takes a second, and even under load much less
 * without.
 */
const LIMIT_PERCENT = 5
const LEAST_SECONDS = 0.6

/** Each limit holds, and is named when it ends a program. */
export const limitChecks: SandboxCheck[] = [
  {
    id: 'the-timeout-is-exact-and-named',
    group,
    run: inSandbox(async ({ bash }) => {
      // A shell takes a moment to print, and on a busy host a long one: the second limit leaves time to see that it began.
      for (const timeoutMs of [300, 3000]) {
        const run = await runsWithin(timeoutMs + 1000, () => bash('echo begun; sleep 60', { timeoutMs }))
        assert.deepEqual([run.endedBy, run.exitCode, run.signal], ['timeout', null, 'SIGKILL'])
        assert.ok(run.durationMs >= timeoutMs - 10, `ended after ${run.durationMs} ms`)
        if (run.stdout === 'begun\n') break
        assert.ok(timeoutMs === 300 && run.stdout === '', 'what it printed is lost')
      }
      assert.equal((await bash('echo next')).stdout, 'next\n', 'the sandbox lives on')
    }),
  },
  {
    id: 'the-timeout-of-the-sandbox-is-used-when-none-is-asked',
    group,
    run: inSandbox(async ({ bash }) => assert.equal((await bash('while :; do :; done')).endedBy, 'timeout'), {
      limits: { timeoutMs: 200 },
    }),
  },
  {
    id: 'the-output-limit-is-exact-and-named',
    group,
    run: inSandbox(async ({ bash }) => {
      const flood = await bash('yes', { outputBytes: 100_000 })
      assert.deepEqual([flood.endedBy, flood.stdout.length], ['output', 100_000])
      const both = await bash('head -c 60000 /dev/zero; head -c 60000 /dev/zero >&2; sleep 60', {
        outputBytes: 100_000,
      })
      assert.deepEqual([both.endedBy, both.stdout.length + both.stderr.length], ['output', 100_000])
      const exact = await bash('head -c 100000 /dev/zero', { outputBytes: 100_000 })
      assert.deepEqual([exact.endedBy, exact.stdout.length], ['exit', 100_000])
    }),
  },
  {
    id: 'the-memory-limit-holds-and-is-named',
    group,
    run: inSandbox(async (checked) => {
      const run = await checked.python('x = bytearray(300 << 20); print(len(x))')
      assert.equal(run.stdout, '', 'more memory was had than allowed')
      if (isCounted(checked)) assert.deepEqual([run.endedBy, run.signal], ['memory', 'SIGKILL'], run.stderr)
      else assert.deepEqual([run.endedBy, run.exitCode], ['exit', 1], run.stderr)
      assert.equal((await checked.python('x = bytearray(60 << 20); print("enough")')).stdout, 'enough\n')
    }),
  },
  {
    id: 'a-child-that-dies-of-the-memory-limit-names-it',
    group,
    run: inSandbox(async (checked) => {
      const run = await checked.bash('python3 -I -c "x = bytearray(300 << 20); print(len(x))" || exit 3')
      assert.deepEqual([run.endedBy, run.exitCode, run.stdout], [isCounted(checked) ? 'memory' : 'exit', 3, ''])
    }),
  },
  {
    id: 'the-processes-of-a-sandbox-share-its-memory-limit',
    group,
    run: inSandbox(async (checked) => {
      const source = `
import mmap, os, sys, time
for _ in range(6):
    if os.fork() == 0:
        held = mmap.mmap(-1, 50 << 20)
        for at in range(0, 50 << 20, 4096): held[at] = 1
        os.write(1, b'held ')
        time.sleep(60)
try:
    while os.wait()[1] == 0: pass
finally: sys.exit(9)`
      const run = await checked.python(source, { timeoutMs: isCounted(checked) ? 60_000 : 10_000 })
      const held = run.stdout.split(' ').length - 1
      // A killed process makes room for another before all are killed: more than fit may have held memory, one after the other,
      // and all of them where the agent has to look first.
      const most = isCounted(checked) ? 5 : 6
      assert.deepEqual([run.endedBy, held <= most], ['memory', true], `${held} times 50 MB in 128 MB`)
    }),
  },
  {
    id: 'the-process-limit-holds-and-is-named',
    group,
    quick: true,
    run: inSandbox(
      async (checked) => {
        const source = `
import os, sys, time
started = 0
try:
    while started < 60:
        if os.fork() == 0: time.sleep(60)
        started += 1
except BlockingIOError: pass
print(started)
sys.exit(1)`
        const run = await checked.python(source)
        assert.ok(Number(run.stdout) >= 10 && Number(run.stdout) < 20, `${run.stdout} processes under a limit of 20`)
        assert.equal(run.endedBy, isCounted(checked) ? 'processes' : 'exit')
      },
      { limits: { processes: 20 } },
    ),
  },
  {
    id: 'a-sandbox-without-room-for-a-process-says-so',
    group,
    run: inSandbox(
      async (checked) => {
        const starting = Array.from({ length: 12 }, () => checked.sandbox.start(['/usr/bin/sleep', '60']))
        const refused = (await Promise.allSettled(starting)).filter(({ status }) => status === 'rejected')
        assert.ok(refused.length >= 3 && refused.length <= 6, `${refused.length} of 12 were refused`)
        const run = await checked.sandbox.exec(['/usr/bin/true'])
        assert.deepEqual([run.endedBy, run.exitCode], ['processes', null])
      },
      { limits: { processes: 8 } },
    ),
  },
  {
    id: 'the-disk-limit-holds-and-is-named',
    group,
    quick: true,
    run: inSandbox(
      async ({ bash }) => {
        const fill = 'for f in 1 2 3; do head -c 3M /dev/zero > $f || s=1; done; du -sk . | cut -f1; exit $s'
        const run = await bash(fill)
        assert.deepEqual([run.endedBy, run.exitCode], ['disk', 1], run.stderr)
        assert.ok(Number(run.stdout) <= 4096, `${run.stdout} KB in a workspace of 4 MB`)
        assert.equal((await bash('rm *; exit 5')).endedBy, 'exit', 'with room again it is not the disk')
      },
      { limits: { diskMb: 4 } },
    ),
  },
  {
    id: 'the-number-of-files-is-limited-where-nobody-counts-their-memory-and-named',
    group,
    run: inSandbox(async (checked) => {
      const run = await checked.bash('for d in 1 2 3 4 5 6 7 8; do touch $d-{1..1500} || exit 1; done')
      if (isCounted(checked)) assert.ok(['exit', 'memory', 'disk'].includes(run.endedBy), run.endedBy)
      else assert.deepEqual([run.endedBy, run.exitCode], ['disk', 1], '12,000 files in a workspace of 16 MB')
      assert.equal((await checked.bash('rm -f *; exit 5')).endedBy, 'exit', 'with room again it is not the disk')
    }),
  },
  {
    id: 'the-size-of-a-file-is-limited-even-without-content',
    group,
    run: inSandbox(async ({ bash }) => {
      const run = await bash('truncate -s 1G sparse; stat -c %s sparse')
      assert.ok(!(Number(run.stdout) > 16 << 20), `${run.stdout} bytes in a workspace of 16 MB`)
      assert.equal((await bash('ulimit -f unlimited')).exitCode, 1, 'the limit was lifted')
    }),
  },
  {
    id: 'the-limit-of-open-files-holds',
    group,
    run: inSandbox(async ({ python }) => {
      const source = `
import os, resource
count = 0
try:
    while count < 1000: os.open('/dev/null', os.O_RDONLY); count += 1
except OSError: pass
try: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)); count += 10000
except (ValueError, OSError): pass
print(count)`
      const run = await python(source)
      assert.ok(Number(run.stdout) > 50 && Number(run.stdout) < 128, `${run.stdout} files under a limit of 128`)
    }),
  },
  {
    id: 'the-cpu-share-holds',
    group,
    run: inSandbox(
      async (checked, provider) => {
        const burn = async ({ python }: CheckedSandbox) => Number((await python(BURN)).stdout)
        if (!isCounted(checked))
          return assert.ok((await burn(checked)) > 0, 'a limit that nobody counts cannot be held')
        const [seconds, freely] = await withSandbox(provider, {}, (free) => Promise.all([burn(checked), burn(free)]))
        assert.ok(seconds > LEAST_SECONDS, `0.05 s of CPU time took ${seconds} s at 5 %`)
        if (freely > LEAST_SECONDS) throw new Inconclusive(`without a limit it took as long: ${freely} s`)
      },
      { limits: { cpuPercent: LIMIT_PERCENT } },
    ),
  },
]

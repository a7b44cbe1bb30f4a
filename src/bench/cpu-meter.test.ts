import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openCpuMeter } from './cpu-meter.ts'

const run = promisify(execFile)
const BURN_MS = 300
/** The parent does not wait for this process: only a count of the whole tree includes it. */
const UNSEEN = `
import os, time
if os.fork() == 0:
    os.setsid()
    while time.process_time() < ${BURN_MS / 1000}: pass
    print('done')
`

describe('the meter of CPU time', () => {
  it('counts the time of a process whose parent did not wait for it, and leaves no group behind', async () => {
    const meter = await openCpuMeter()
    try {
      expect(meter.countedBy, 'run the tests as root, or in a control group that is handed over').toBe('control group')
      const before = await meter.readMs()
      expect((await run('/usr/bin/python3', ['-I', '-S', '-c', UNSEEN])).stdout).toBe('done\n')
      expect((await meter.readMs()) - before).toBeGreaterThanOrEqual(BURN_MS)
    } finally {
      await meter.close()
    }
    // Groups of others come and go during the search, which `find` takes for a failure.
    const search = `find /sys/fs/cgroup -maxdepth 6 -name anneal-bench-${process.pid} 2>/dev/null || true`
    const { stdout } = await run('/bin/sh', ['-c', search])
    expect(stdout).toBe('')
  })
})

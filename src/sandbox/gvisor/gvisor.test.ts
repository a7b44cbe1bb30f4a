import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { Inconclusive } from '../../contract/inconclusive.ts'
import { fallenWalls } from '../walls.ts'
import { createGvisorProvider } from './gvisor.ts'
import { GVISOR_WALLS } from './probe.ts'
import {
  bash,
  cgroups,
  groupsNamed,
  gvisor,
  LIMITS,
  never,
  newSandboxId,
  roomsBelow,
  run,
  use,
} from './sandboxes.fixture.ts'

describe('a gVisor sandbox', () => {
  it('finds every wall standing, its own kernel first', async () => {
    expect(await gvisor.probe(never)).toEqual({ ok: true, detail: expect.stringContaining("gVisor's kernel") })
  })

  it('runs ordinary programs', async () => {
    await use({}, async ({ sandbox }) => {
      const listing = await bash(sandbox, 'touch here; ls -la /workspace /opt/node/bin && stat -c %u here')
      expect(listing, listing.output).toMatchObject({ exitCode: 0, output: expect.stringMatching(/\n1000\n$/) })
      const languages = `python3 -c 'import sqlite3, ssl, json; print(sqlite3.connect(":memory:").execute("select 3").fetchone())'`
      expect(await bash(sandbox, `${languages}; node -e 'console.log(4)'`, { reservedMb: 600 })).toMatchObject({
        output: '(3,)\n4\n',
      })
    })
  })

  it('lets no program kill, stop, trace or limit its agent', async () => {
    await use({}, async ({ sandbox }) => {
      await bash(sandbox, 'kill -KILL 1; kill -STOP 1; prlimit --nofile=1 --pid 1; ls -A /proc/1; kill -KILL -1')
      expect(await bash(sandbox, 'echo alive')).toMatchObject({ output: 'alive\n' })
    })
  })

  it('lets no program gain rights by starting another', async () => {
    const getNoNewPrivileges = 'import ctypes; print(ctypes.CDLL(None).prctl(39, 0, 0, 0, 0))'
    await use({}, async ({ sandbox }) => {
      expect(await run(sandbox, ['/usr/bin/python3', '-c', getNoNewPrivileges])).toMatchObject({ output: '1\n' })
    })
  })

  it('is no root outside: its processes belong to a user without an account', async () => {
    await use({}, async () => {
      const users = roomsBelow().map((pid) => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      expect(users.length).toBeGreaterThan(3)
      expect(users).not.toContain('0')
    })
  })

  it('refuses capabilities that it has not declared', async () => {
    const unsupported = { code: 'UNSUPPORTED' }
    const mounts = [{ source: '/usr', target: '/data', readOnly: true }]
    await expect(gvisor.create({ limits: LIMITS, mounts }, never)).rejects.toMatchObject(unsupported)
    const plain = createGvisorProvider({ execPath: process.execPath, newSandboxId, cgroups: undefined })
    const control = await plain.create({ limits: LIMITS }, never)
    try {
      expect([...plain.capabilities].sort()).toEqual(['egress', 'metrics', 'ports', 'snapshot', 'watch'])
      const start = control.sandbox.start(['/usr/bin/bash'], { pty: { columns: 80, rows: 24 } })
      await expect(start).rejects.toMatchObject(unsupported)
      await expect(control.pause()).rejects.toMatchObject(unsupported)
    } finally {
      await control.destroy()
    }
  })
})

describe('the limits of a gVisor sandbox', () => {
  const COUNT_FORKS = `
import os, time
count = 0
try:
    while count < 100:
        if os.fork() == 0:
            time.sleep(1)
            os._exit(0)
        count += 1
except BlockingIOError: print(count)`
  const bomb = ['/usr/bin/python3', '-c', 'x = bytearray(300 * 2**20); print(len(x))']

  it('hold without control groups, for each process', async () => {
    const plain = createGvisorProvider({ execPath: process.execPath, newSandboxId, cgroups: undefined })
    const control = await plain.create({ limits: LIMITS }, never)
    try {
      expect(control.limitsBy).toBe('rlimits')
      const { exitCode, output } = await run(control.sandbox, bomb)
      expect([exitCode, output]).toEqual([1, expect.stringMatching(/MemoryError/)])
      const forks = await run(control.sandbox, ['/usr/bin/python3', '-c', COUNT_FORKS])
      expect(forks.output).toBe(`${LIMITS.processes - 1}\n`)
      expect(await bash(control.sandbox, 'head -c 9M /dev/zero > full')).toMatchObject({ endedBy: 'disk' })
    } finally {
      await control.destroy()
    }
  })

  if (cgroups) {
    it('hold for the share of the processor', async () => {
      const work = ['/usr/bin/python3', '-c', 'for _ in range(5_000_000): pass']
      // Both run at the same time, so that other work of the host slows both.
      await use({ limits: { ...LIMITS, cpuPercent: 20 } }, (slow) =>
        use({ limits: { ...LIMITS, cpuPercent: 200 } }, async (fast) => {
          const { cpuMs: before } = await fast.sandbox.metrics()
          const [{ durationMs: slowMs }, { durationMs: fastMs }] = await Promise.all([
            run(slow.sandbox, work),
            run(fast.sandbox, work),
          ])
          const cpuMs = (await fast.sandbox.metrics()).cpuMs - before
          if (slowMs < 2 * fastMs && cpuMs < fastMs / 2)
            throw new Inconclusive(`a sandbox without a limit had only ${cpuMs} of ${fastMs} ms`)
          expect(slowMs).toBeGreaterThan(2 * fastMs)
        }),
      )
    })

    it('name memory when the group of the sandbox has no more of it', async () => {
      const shared =
        'import mmap\nheld = []\nwhile True: held.append(mmap.mmap(-1, 2**24)); held[-1].write(b"x" * 2**24)'
      await use({}, async ({ sandbox, limitsBy, ended }) => {
        expect(limitsBy).toBe(cgroups?.kind)
        expect(await run(sandbox, ['/usr/bin/python3', '-c', shared])).toMatchObject({ endedBy: 'memory' })
        await ended
        await expect(bash(sandbox, 'true')).rejects.toMatchObject({ code: 'SANDBOX_GONE' })
      })
    })
  }
})

describe('nothing is left of a gVisor sandbox', () => {
  const leftovers = async () => ({
    processes: roomsBelow(),
    groups: groupsNamed(`gvisor-test-${process.pid}-`),
    files: (await readdir(tmpdir())).filter((name) => /runsc|gvisor/.test(name)),
    mounts: readFileSync('/proc/mounts', 'utf8').match(/runsc|gvisor/g),
  })

  it('when it is destroyed, twice or busy', async () => {
    const before = await leftovers()
    const control = await gvisor.create({ limits: LIMITS }, never)
    const busy = bash(control.sandbox, 'while :; do :; done')
    await bash(control.sandbox, 'setsid sleep 100 & echo x > file')
    await Promise.all([control.destroy(), control.destroy()])
    expect(await busy).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    await control.ended
    expect(await leftovers()).toEqual(before)
  })

  it('when its creation is cancelled at any moment', async () => {
    const before = await leftovers()
    for (const afterMs of [0, 5, 15, 30, 60, 100, 150]) {
      const created = gvisor.create({ limits: LIMITS }, AbortSignal.timeout(afterMs))
      await created.then(
        (control) => control.destroy(),
        (error) => expect(error).toMatchObject({ name: 'TimeoutError' }),
      )
    }
    expect(await leftovers()).toEqual(before)
  })
})

describe('the probe of gVisor', () => {
  it('names each wall that does not stand', () => {
    const report = `kernel: 6.1.0 #1 SMP Debian\nUid:\t1000\t1000\t1000\t1000\ninterfaces: lo eth0 \nroot writable: 0\n`
    const fallen = fallenWalls(report, GVISOR_WALLS)
    expect(fallen).toEqual(expect.arrayContaining(["gVisor's kernel", 'system call filter', 'no network']))
    expect(fallen).not.toContain('unprivileged user')
  })
})

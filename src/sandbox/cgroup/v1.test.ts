import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { CgroupTree } from './cgroup.ts'
import { writeControl } from './control-file.ts'
import { findCgroups } from './find.ts'
import { makeParent } from './parent.fixture.ts'
import { CHECK_LIMITS, inGroup, python, startIn } from './start-in.ts'
import { until } from './until.ts'
import { v1Tree } from './v1.ts'
import { sumTransfers } from './v1-group.ts'

const found = await findCgroups()

if (found?.kind === 'cgroup-v1' && process.getuid?.() === 0) {
  const parent = await makeParent('v1')
  const tree = (await findCgroups(parent.options)) as CgroupTree
  const directoryOf = (controller: string) =>
    join(parent.directories.find((path) => path.includes(`/${controller}/`)) ?? '', 'anneal')
  const only = (...controllers: string[]) =>
    v1Tree({ directories: new Map(controllers.map((name) => [name, directoryOf(name)])), serverId: '1.2.3' })
  afterAll(() => parent.remove())

  describe('a v1 group on the real kernel', () => {
    it('holds the limits it was opened with, swap included', async () => {
      const bytes = 32 << 20
      const tiny = { memoryBytes: bytes, processes: 5, cpuPercent: 0.1 }
      const group = await tree.open('limits', tiny)
      const read = async (controller: string, file: string) => {
        const [name = ''] = readdirSync(directoryOf(controller)).filter((entry) => entry.endsWith('-limits'))
        return Number(await readFile(join(directoryOf(controller), name, file), 'utf8'))
      }
      expect([await read('memory', 'memory.limit_in_bytes'), await read('pids', 'pids.max')]).toEqual([bytes, 5])
      expect(await read('memory', 'memory.memsw.limit_in_bytes')).toBe(bytes)
      expect(await read('cpu', 'cpu.cfs_quota_us')).toBe(1000)
      await group.remove()
    })

    it('counts the bytes that its processes write to a disk, or says that it does not', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'anneal-blkio-'))
      await inGroup({ tree, sandboxId: 'disk' }, async (group) => {
        const write =
          'import os, sys; f = open(sys.argv[1], "wb"); f.write(b"x" * (4 << 20)); f.flush(); os.fsync(f.fileno())'
        expect(await (await startIn(group, [...python(write), join(directory, 'file')])).ended).toMatchObject({
          exitCode: 0,
        })
        const { writtenBytes, readBytes } = await group.stats()
        // Many kernels count no disk, and a temporary directory may be on none: then the figure is unknown.
        if (writtenBytes === null) expect(readBytes).toBeNull()
        else expect(writtenBytes).toBeGreaterThanOrEqual(4 << 20)
      }).finally(() => rm(directory, { recursive: true }))
    })

    it('stays below a group that allows less CPU', async () => {
      // Groups that were just removed count for a moment longer.
      const quota = join(directoryOf('cpu'), 'cpu.cfs_quota_us')
      const lower = () =>
        writeControl(quota, 20_000).then(
          () => true,
          () => false,
        )
      expect(await until(lower, 5000)).toBe(true)
      try {
        await inGroup({ tree, sandboxId: 'below', cpuPercent: 100 }, async (group) => {
          const busy = await startIn(group, python('import time\nwhile time.process_time() < 0.2: pass'))
          const start = performance.now()
          expect(await busy.ended).toMatchObject({ exitCode: 0 })
          expect(performance.now() - start).toBeGreaterThan(600)
        })
      } finally {
        await writeControl(quota, -1)
      }
    })

    it('leaves nothing behind when a limit is refused', async () => {
      const refused = { ...CHECK_LIMITS, processes: 2 ** 40 }
      await expect(tree.open('refused', refused)).rejects.toThrow(/EINVAL/)
      for (const directory of parent.directories) {
        expect(readdirSync(join(directory, 'anneal')).filter((name) => name.includes('refused'))).toEqual([])
      }
    })

    it.each([
      { memoryBytes: Number.NaN },
      { memoryBytes: 1.5 },
      { processes: 0 },
      { cpuPercent: Number.NaN },
      { cpuPercent: -1 },
    ])('is not made with invalid limits: %o', async (nonsense) => {
      await expect(tree.open('nonsense', { ...CHECK_LIMITS, ...nonsense })).rejects.toThrow(/these are not limits/)
    })

    it('is made in all hierarchies or in none', async () => {
      const group = await only('pids', 'memory').open('whole', CHECK_LIMITS)
      await expect(only('freezer', 'memory').open('whole', CHECK_LIMITS)).rejects.toThrow(/EEXIST/)
      expect(existsSync(join(directoryOf('freezer'), '1.2.3-whole'))).toBe(false)
      expect(existsSync(join(directoryOf('memory'), '1.2.3-whole'))).toBe(true)
      await group.remove()
    })
  })

  describe('a v1 tree with memory and pids alone', () => {
    const bare = only('memory', 'pids')

    it('names the missing controllers and counts nothing it cannot know', async () => {
      expect(bare.missing).toEqual(['cpu', 'cpuacct', 'freezer', 'blkio'])
      await inGroup({ tree: bare, sandboxId: 'bare' }, async (group) => {
        expect(await group.stats()).toMatchObject({ cpuMs: null, readBytes: null, writtenBytes: null, processes: 0 })
      })
    })

    it('cannot pause, and kills all the same', async () => {
      await inGroup({ tree: bare, sandboxId: 'bare' }, async (group) => {
        const sleeper = await startIn(group, python('import time; time.sleep(30)'))
        await expect(group.freeze()).rejects.toMatchObject({ code: 'UNSUPPORTED' })
        await group.kill()
        expect(await sleeper.ended).toMatchObject({ signal: 'SIGKILL' })
      })
    })
  })
}

describe('transfers of a v1 group', () => {
  it('are summed over devices, totals left out', () => {
    const counts = fc.array(fc.record({ read: fc.nat(), written: fc.nat() }))
    fc.assert(
      fc.property(counts, (devices) => {
        const lines = devices.map(({ read, written }, minor) => {
          const device = `8:${minor}`
          return `${device} Read ${read}\n${device} Write ${written}\n${device} Sync 1\n${device} Total ${read + written}\n`
        })
        const text = `${lines.join('')}Total 12345\n`
        const sum = (key: 'read' | 'written') =>
          devices.length === 0 ? null : devices.reduce((total, device) => total + device[key], 0)
        expect([sumTransfers(text, 'Read'), sumTransfers(text, 'Write')]).toEqual([sum('read'), sum('written')])
      }),
    )
  })
})

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findCgroups } from './find.ts'
import { makeParent, ROOT, STRANGER } from './parent.fixture.ts'
import { CHECK_LIMITS } from './start-in.ts'

const root = await mkdtemp(join(tmpdir(), 'anneal-find-'))
afterAll(() => rm(root, { recursive: true }))

async function find(options: Parameters<typeof findCgroups>[0]) {
  const refusals: string[] = []
  const tree = await findCgroups({
    ...options,
    onRefused: (place, reason) => void refusals.push(`${place}: ${reason}`),
  })
  return { tree, refusals }
}

describe('looking for control groups', () => {
  it('finds none where there are none, and says so for each place', async () => {
    const { tree, refusals } = await find({ root })
    expect(tree).toBeUndefined()
    expect(refusals.map((refusal) => refusal.slice(0, 2))).toEqual(expect.arrayContaining(['v2', 'v1']))
    expect(await readdir(root)).toEqual([])
  })

  it('starts no process before a place is made: beside the server it would keep cgroup v2 from having groups below', async () => {
    let started = 0
    const count = () => void started++
    subscribe('child_process', count)
    try {
      const { refusals } = await find({ root })
      expect([refusals.length > 0, started]).toEqual([true, 0])
    } finally {
      unsubscribe('child_process', count)
    }
  })

  it('is not deceived by plain directories with the right names', async () => {
    const impostor = join(root, 'impostor')
    for (const controller of ['memory', 'pids', 'unified/anneal'])
      await mkdir(join(impostor, controller), { recursive: true })
    for (const controller of ['memory', 'pids']) await writeFile(join(impostor, controller, 'cgroup.procs'), '')
    await writeFile(join(impostor, 'unified/cgroup.controllers'), 'memory pids\n')
    for (const place of ['', 'anneal']) await writeFile(join(impostor, 'unified', place, 'cgroup.subtree_control'), '')
    const { tree, refusals } = await find({ root: impostor, parent: '/' })
    expect(tree).toBeUndefined()
    expect(refusals).toEqual([
      expect.stringMatching(/^v2 .*ENOENT.*(memory|pids)\.max/),
      expect.stringMatching(/^v1 .*ENOENT.*memory\.limit_in_bytes/),
    ])
  })

  it('removes its own groups when a required controller is missing', async () => {
    const half = join(root, 'half')
    await mkdir(join(half, 'memory'), { recursive: true })
    await writeFile(join(half, 'memory/cgroup.procs'), '')
    expect((await find({ root: half, parent: '/' })).refusals.at(-1)).toMatch(/ENOENT.*pids/)
    expect(await readdir(join(half, 'memory'))).toEqual(['cgroup.procs'])
  })
})

const { tree: found } = await find({})
if (found?.kind === 'cgroup-v1' && process.getuid?.() === 0) {
  describe('looking for control groups as root on a host with v1', () => {
    it('takes the place that is the same at every start', async () => {
      const group = await found.open('place', CHECK_LIMITS)
      const names = await readdir(join(ROOT, 'memory/anneal'))
      expect(names.filter((name) => name.startsWith(`${process.pid}.`) && name.endsWith('-place'))).toHaveLength(1)
      await group.remove()
    })

    it('names the controllers that were not delegated', async () => {
      const parent = await makeParent('partly', { controllers: ['memory', 'pids', 'freezer'] })
      const { tree } = await find(parent.options)
      expect([tree?.kind, tree?.missing]).toEqual(['cgroup-v1', ['cpu', 'cpuacct', 'blkio']])
      await parent.remove()
    })

    it('refuses a place without a required controller', async () => {
      const parent = await makeParent('without-pids', { controllers: ['memory', 'cpu'], owner: STRANGER })
      const { tree, refusals } = await find(parent.options)
      expect(tree).toBeUndefined()
      expect(refusals.at(-1)).toMatch(/ENOENT.*pids/)
      for (const directory of parent.directories) expect(existsSync(join(directory, 'anneal'))).toBe(false)
      await parent.remove()
    })
  })
}

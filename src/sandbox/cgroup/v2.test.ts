import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sumField, v2Group } from './v2-group.ts'
import { makeV2Place } from './v2-place.ts'

const directory = await mkdtemp(join(tmpdir(), 'anneal-v2-'))
afterAll(() => rm(directory, { recursive: true }))

/** Writes files with this content, as the kernel would show them in a group. */
async function imitate(name: string, files: Record<string, string>): Promise<string> {
  const path = join(directory, name)
  mkdirSync(path)
  for (const [file, content] of Object.entries(files)) await writeFile(join(path, file), content)
  return path
}

const read = (...path: string[]) => readFile(join(...path), 'utf8')
const LIMITS = { memoryBytes: 1 << 26, processes: 16, cpuPercent: 150 }
const LIMIT_FILES = { 'memory.max': 'max\n', 'pids.max': 'max\n', 'cpu.max': 'max 100000\n' }

describe('a v2 group imitated by plain files', () => {
  it('is given every limit, no swap, and death as a whole', async () => {
    const path = await imitate('limits', { ...LIMIT_FILES, 'memory.swap.max': 'max\n', 'memory.oom.group': '0\n' })
    await v2Group(path, ['memory', 'pids', 'cpu']).limit(LIMITS)
    const names = ['memory.max', 'memory.swap.max', 'memory.oom.group', 'pids.max', 'cpu.max']
    expect(await Promise.all(names.map((name) => read(path, name)))).toEqual([
      '67108864',
      '0',
      '1',
      '16',
      '150000 100000',
    ])
  })

  it('does without swap accounting, group kills and the cpu controller, never without memory or pids', async () => {
    const path = await imitate('older', { 'memory.max': 'max\n', 'pids.max': 'max\n' })
    const controllers = ['memory', 'pids']
    await v2Group(path, controllers).limit(LIMITS)
    expect([await read(path, 'memory.max'), existsSync(join(path, 'memory.swap.max'))]).toEqual(['67108864', false])
    await rm(join(path, 'pids.max'))
    await expect(v2Group(path, controllers).limit(LIMITS)).rejects.toThrow(/ENOENT.*pids\.max/)
  })

  it('counts used and refused resources', async () => {
    const group = v2Group(
      await imitate('counts', {
        'memory.current': '4096\n',
        'memory.peak': '8192\n',
        'pids.current': '3\n',
        'cpu.stat': 'usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n',
        'io.stat': '8:0 rbytes=10 wbytes=20 rios=1 wios=1 dbytes=7 dios=0\n8:16 rbytes=1 wbytes=2 rios=1 wios=1\n',
        'memory.events': 'low 0\nhigh 0\nmax 9\noom 2\noom_kill 1\noom_group_kill 1\n',
        'pids.events': 'max 5\n',
        'cgroup.procs': '11\n12\n',
      }),
      [],
    )
    expect(await group.stats()).toEqual({
      cpuMs: 1.5,
      memoryBytes: 4096,
      memoryPeakBytes: 8192,
      processes: 3,
      readBytes: 11,
      writtenBytes: 22,
    })
    expect([await group.oomKills(), await group.processLimitHits(), await group.pids()]).toEqual([1, 5, [11, 12]])
  })

  it('has null for values that an older kernel does not count', async () => {
    const path = await imitate('uncounted', { 'memory.current': '1\n', 'pids.current': '0\n', 'cpu.stat': 'nr 1\n' })
    const unknown = { cpuMs: null, memoryPeakBytes: null, readBytes: null, writtenBytes: null }
    expect(await v2Group(path, []).stats()).toMatchObject(unknown)
  })

  it('is thawed again when it does not freeze in time', async () => {
    const path = await imitate('stubborn', { 'cgroup.events': 'populated 1\nfrozen 0\n', 'cgroup.freeze': '0\n' })
    await expect(v2Group(path, []).freeze()).rejects.toThrow(/did not freeze/)
    expect(await read(path, 'cgroup.freeze')).toBe('0')
  })

  it('is asked for all of its memory when it is frozen, and does without an answer', async () => {
    const path = await imitate('reclaim', { 'memory.current': '8192\n', 'memory.reclaim': '' })
    await v2Group(path, []).reclaim()
    expect(await read(path, 'memory.reclaim')).toBe('8192')
    await v2Group(join(directory, 'gone'), []).reclaim()
  })

  it('has no transfers in an empty list', () => {
    expect([sumField('', 'rbytes'), sumField('8:0 \n', 'wbytes')]).toEqual([0, 0])
  })

  it('is put below a place to which the controllers were delegated', async () => {
    const handed = { 'cgroup.controllers': 'cpuset cpu io memory pids\n', 'cgroup.subtree_control': '' }
    const parent = await imitate('place', handed)
    await imitate('place/anneal', { 'cgroup.subtree_control': 'memory pids cpu io\n' })
    const place = await makeV2Place(parent)
    expect(place).toEqual({ directory: join(parent, 'anneal'), controllers: ['memory', 'pids', 'cpu', 'io'] })
    expect(await read(parent, 'cgroup.subtree_control')).toBe('+memory +pids +cpu +io')
    expect(await read(parent, 'anneal', 'cgroup.subtree_control')).toBe('memory pids cpu io\n')
  })

  it('is not put where memory cannot be limited', async () => {
    const parent = await imitate('poor', { 'cgroup.controllers': 'cpu pids\n', 'cgroup.subtree_control': '' })
    await expect(makeV2Place(parent)).rejects.toThrow(`no controller memory in ${parent}`)
    expect(await read(parent, 'cgroup.subtree_control')).toBe('')
  })
})

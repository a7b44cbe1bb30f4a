import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { killFrozen } from './kill.ts'
import { removeGroup } from './remove.ts'
import { until } from './until.ts'
import { v1Tree } from './v1.ts'
import { v2Tree } from './v2.ts'

const directory = await mkdtemp(join(tmpdir(), 'anneal-kill-'))
afterAll(() => rm(directory, { recursive: true }))
/** Above every pid that the kernel gives. */
const NOBODY = 2 ** 22 + 1

describe('killing a frozen group', () => {
  it('tolerates a process that has ended already', async () => {
    const calls: string[] = []
    await killFrozen({
      pids: async () => [NOBODY],
      freeze: async () => void calls.push('freeze'),
      thaw: async () => void calls.push('thaw'),
    })
    expect(calls).toEqual(['freeze', 'thaw'])
  })

  it('thaws also when the processes cannot be listed', async () => {
    let thawed = false
    const pids = () => Promise.reject(new Error('no descriptors left'))
    const thaw = async () => {
      thawed = true
    }
    await expect(killFrozen({ pids, freeze: async () => undefined, thaw })).rejects.toThrow('no descriptors left')
    expect(thawed).toBe(true)
  })
})

describe('a missing group', () => {
  it('counts as removed, but a directory that is no group is not touched', async () => {
    await removeGroup(join(directory, 'absent'))
    await writeFile(join(directory, 'file'), '')
    await expect(removeGroup(join(directory, 'file'))).rejects.toThrow(/ENOTDIR/)
    await expect(removeGroup(directory)).rejects.toThrow(/ENOTEMPTY/)
  })

  it('has nothing to sweep', async () => {
    const absent = join(directory, 'absent')
    expect(await v2Tree({ directory: absent, controllers: [], serverId: '1.2.3' }).sweep()).toEqual([])
    expect(await v1Tree({ directories: new Map([['pids', absent]]), serverId: '1.2.3' }).sweep()).toEqual([])
  })
})

describe('waiting', () => {
  it('ends with no when the answer stays no', async () => {
    const start = performance.now()
    expect(await until(async () => false, 30)).toBe(false)
    expect(performance.now() - start).toBeGreaterThanOrEqual(30)
  })
})

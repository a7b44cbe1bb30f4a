import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShellHistory } from './shell-history.ts'

describe('the history of shells', () => {
  let home = ''
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  })
  afterAll(() => rm(home, { recursive: true }))

  it('is there in the next shell, the newest first, for its owner alone', async () => {
    const first = await openShellHistory(home)
    for (const line of ['one', 'two', 'one']) first.add(line)
    await first.close()
    expect((await openShellHistory(home)).newestFirst).toEqual(['one', 'two'])
    expect((await stat(join(home, 'shell-history'))).mode & 0o777).toBe(0o600)
  })

  it('forgets the oldest when it has grown long', async () => {
    const file = join(home, 'shell-history')
    await writeFile(file, Array.from({ length: 2500 }, (_, index) => `line ${index}\n`).join(''))
    expect((await openShellHistory(home)).newestFirst).toHaveLength(1000)
    expect((await readFile(file, 'utf8')).split('\n', 1)).toEqual(['line 1500'])
  })

  it('is no failure where it cannot be kept', async () => {
    const nowhere = await openShellHistory(join(home, 'not-there'))
    nowhere.add('x')
    await nowhere.close()
    expect(nowhere.newestFirst).toEqual([])
  })
})

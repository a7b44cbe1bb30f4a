import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createLogSync } from './log-sync.ts'

const directory = await mkdtemp(join(tmpdir(), 'anneal-log-'))
afterAll(() => rm(directory, { recursive: true }))

describe('the log of the database', () => {
  it('is synced once for all who ask while a sync is under way, and never by one that began before they asked', async () => {
    const file = join(directory, 'shared.db')
    await writeFile(`${file}-wal`, 'log')
    const { synced, close } = createLogSync(file)
    const first = synced()
    const [second, third] = [synced(), synced()]
    expect(second, 'those who come later share one').toBe(third)
    expect(second, 'which is not the first').not.toBe(first)
    const order: string[] = []
    await Promise.all([first.then(() => order.push('first')), second.then(() => order.push('second'))])
    expect(order).toEqual(['first', 'second'])
    await synced()
    await close()
  })

  it('fails its waiters when it cannot be synced, and tries again for the next', async () => {
    const file = join(directory, 'missing.db')
    const { synced, close } = createLogSync(file)
    await expect(synced()).rejects.toThrow(/ENOENT/)
    await writeFile(`${file}-wal`, 'log')
    await synced()
    await close()
  })
})

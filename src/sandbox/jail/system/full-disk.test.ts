import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDirectoryLayers } from './directory-layers.ts'
import { openSystemJail, runAs, SYSTEM_LIMITS } from './system.fixture.ts'

const run = promisify(execFile)
const MEGABYTE = 1_048_576
const jail = await openSystemJail()
let disk = ''
beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', disk])
})
afterAll(async () => {
  await jail.close?.()
  // Sandboxes that showed the disk may still be ending.
  await run('umount', ['--lazy', disk])
  await rm(disk, { recursive: true })
})

it('a layer without room on the disk is refused with that reason, and nothing of it is left', async () => {
  let made = 0
  const layers = await openDirectoryLayers({
    ...{ directory: disk, provider: jail, limits: SYSTEM_LIMITS, forget: jail.systems.forget },
    newId: () => `lay${made++}`,
  })
  const sandbox = await jail.createSystem()
  const write = (name: string, megabytes: number) =>
    runAs(sandbox, 'root', `head -c ${megabytes * MEGABYTE} /dev/urandom > /srv/${name}`)
  try {
    await write('one', 3)
    const kept = await layers.add(sandbox.changes())
    expect(kept.bytes).toBeGreaterThanOrEqual(3 * MEGABYTE)
    expect(kept.bytes).toBeLessThan(4 * MEGABYTE)
    await write('two', 4)
    const full = { code: 'STORE_FULL', message: expect.stringContaining('the disk that layers lie on is full') }
    await expect(layers.add(sandbox.changes())).rejects.toMatchObject(full)
    expect(await readdir(disk)).toEqual([kept.id])
    await runAs(sandbox, 'root', 'rm /srv/two')
    const other = await layers.add(sandbox.changes())
    await expect(layers.merge([kept.id, other.id])).rejects.toMatchObject(full)
    expect((await readdir(disk)).sort()).toEqual([kept.id, other.id])
  } finally {
    await sandbox.destroy()
  }
})

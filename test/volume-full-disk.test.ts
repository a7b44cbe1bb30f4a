import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'support/full-volumes.ts')
const ON_SMALL_DISK = 'mount -t tmpfs -o size=4m tmpfs "$1" && exec "$2" "$3" "$1"'

test('a full disk is reported as full, loses nothing acknowledged, and is used again when there is room', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-full-volumes-'))
  try {
    const command = ['sh', '-c', ON_SMALL_DISK, 'sh', directory, process.execPath, PROGRAM]
    const { stdout } = await promisify(execFile)('unshare', ['--user', '--map-root-user', '--mount', ...command])
    const { saved, answer, whileFull, afterwards } = JSON.parse(stdout)
    expect(saved).toBeGreaterThan(5)
    expect(answer).toBe('STORE_FULL')
    expect(whileFull).toMatchObject({ whole: saved, again: ['STORE_FULL', 'STORE_FULL'] })
    expect(afterwards).toEqual({ save: 'ok', whole: saved + 1 })
  } finally {
    await rm(directory, { recursive: true })
  }
})

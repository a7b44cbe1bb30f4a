import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PROGRAM = join(import.meta.dirname, '../../../test/support/full-disk.ts')
/** A separate mount, so that the disk can be filled and made read-only even for root, whom permissions do not bind. */
const ON_SMALL_DISK = 'mount -t tmpfs -o size=2m tmpfs "$1" && exec "$2" "$3" "$1"'

interface Report {
  acknowledged: number
  stored: number
  appended: string
  put: string
  whileFull: { readable: Readable; ping: string }
  afterwards: { append: string; put: string; readable: Readable }
  reopened: Readable
  readOnly: { store: string; blobs: string; newStore: string }
}
interface Readable {
  events: number
  contents: number
}

let directory = ''
let report: Report
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-full-'))
  const command = ['sh', '-c', ON_SMALL_DISK, 'sh', directory, process.execPath, PROGRAM]
  const { stdout } = await promisify(execFile)('unshare', ['--user', '--map-root-user', '--mount', ...command])
  report = JSON.parse(stdout)
})
afterAll(() => rm(directory, { recursive: true }))

describe('a store on a full disk', () => {
  it('fails an append as STORE_FULL', () => expect(report.appended).toMatch(/^STORE_FULL: There is no room/))

  it('fails a put as STORE_FULL', () => expect(report.put).toMatch(/^STORE_FULL: There is no room/))

  it('still reads everything acknowledged', () => {
    expect(report.acknowledged).toBeGreaterThan(10)
    expect(report.whileFull.readable).toEqual({ events: report.acknowledged, contents: report.stored })
    expect(report.whileFull.ping).toBe('ok')
  })

  it('works again once there is room', () => {
    expect(report.afterwards).toMatchObject({ append: 'ok', put: 'ok' })
    expect(report.afterwards.readable.events).toBe(report.acknowledged + 1)
    expect(report.reopened).toEqual(report.afterwards.readable)
  })
})

describe('a store on a read-only disk', () => {
  it('cannot open an existing database', () => {
    expect(report.readOnly.store).toMatch(/^STORE_DAMAGED: .* the file system is read-only/)
  })

  it('cannot make a new database', () => expect(report.readOnly.newStore).toMatch(/^STORE_DAMAGED: /))

  it('cannot keep content', () => {
    expect(report.readOnly.blobs).toMatch(/^STORE_DAMAGED: .* the file system is read-only/)
  })
})

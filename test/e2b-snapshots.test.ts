import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let options: E2bServer['options']
let sandbox: Sandbox

beforeAll(async () => {
  server = await startE2bServer()
  options = server.options
  sandbox = await Sandbox.create('base', options)
})
afterAll(() => server.close())

test('a snapshot keeps the files of one moment, for any number of sandboxes', async () => {
  await sandbox.files.write('/home/user/kept.txt', 'before')
  const { snapshotId } = await sandbox.createSnapshot()
  await sandbox.files.write('/home/user/kept.txt', 'after')
  const copies = await Promise.all([Sandbox.create(snapshotId, options), Sandbox.create(snapshotId, options)])
  await copies[0].files.write('/home/user/kept.txt', 'changed in one')
  expect(await copies[1].files.read('/home/user/kept.txt')).toBe('before')
  expect(await sandbox.files.read('/home/user/kept.txt')).toBe('after')
  await Promise.all(copies.map((copy) => copy.kill()))
  expect(await Sandbox.deleteSnapshot(snapshotId, options)).toBe(true)
  expect(await Sandbox.deleteSnapshot(snapshotId, options)).toBe(false)
  await expect(Sandbox.create(snapshotId, options)).rejects.toThrow(/^404/)
})

test('snapshots are listed, of one sandbox or by name, in pages', async () => {
  const other = await Sandbox.create('base', options)
  const first = await sandbox.createSnapshot({ name: 'first-one' })
  const second = await Sandbox.createSnapshot(sandbox.sandboxId, { ...options, name: 'second-one:v2' })
  const third = await other.createSnapshot()
  expect(first.names.some((name) => name.includes('first-one'))).toBe(true)

  const ids = async (paginator: ReturnType<typeof Sandbox.listSnapshots>) =>
    (await paginator.nextItems()).map(({ snapshotId }) => snapshotId)
  expect(await ids(Sandbox.listSnapshots(options))).toEqual([third, second, first].map(({ snapshotId }) => snapshotId))
  expect(await ids(sandbox.listSnapshots())).toEqual([second.snapshotId, first.snapshotId])
  expect(await ids(Sandbox.listSnapshots({ ...options, name: 'first-one' }))).toEqual([first.snapshotId])
  expect(await ids(Sandbox.listSnapshots({ ...options, name: 'no-such-one' }))).toEqual([])

  const pages = Sandbox.listSnapshots({ ...options, limit: 2 })
  expect(await ids(pages)).toHaveLength(2)
  expect(pages.hasNext).toBe(true)
  expect(await ids(pages)).toEqual([first.snapshotId])
  expect(pages.hasNext).toBe(false)

  expect(await sandbox.isRunning()).toBe(true)
  for (const { snapshotId } of [first, second, third])
    expect(await Sandbox.deleteSnapshot(snapshotId, options)).toBe(true)
})

import { FileNotFoundError, type FilesystemEvent, FilesystemEventType, InvalidArgumentError, type Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectCaller } from './support/connect-call.ts'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await openE2bSandbox(server)
})
afterAll(() => server.close())

async function watch(path: string, options: Parameters<Sandbox['files']['watchDir']>[2] = {}) {
  const events: FilesystemEvent[] = []
  const handle = await sandbox.files.watchDir(path, (event) => void events.push(event), options)
  const told = () => events.map(({ name, type }) => `${type} ${name}`)
  return { events, told, handle }
}

test('an overwritten file is reported as written, and the temporary file is not reported', async () => {
  await sandbox.files.write('over/file.txt', 'old')
  const { events, told, handle } = await watch('over', { includeEntry: true })
  await sandbox.files.write('over/file.txt', 'new one')
  await expect.poll(() => told()).toContain('write file.txt')
  expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['file.txt']))
  expect(told()).not.toContain('create file.txt')
  const written = events.find(({ type }) => type === FilesystemEventType.WRITE)
  expect(written?.entry).toMatchObject({ name: 'file.txt', path: '/home/user/over/file.txt', type: 'file', size: 7 })
  await handle.stop()
})

test('new directories are watched too on request', async () => {
  await sandbox.files.makeDir('deep/inner')
  const { told, handle } = await watch('deep', { recursive: true, allowNetworkMounts: true })
  await sandbox.files.write('deep/inner/one.txt', '1')
  await expect.poll(() => told()).toEqual(expect.arrayContaining(['create inner/one.txt', 'write inner/one.txt']))
  await sandbox.files.makeDir('deep/added')
  await expect.poll(() => told()).toContain('create added')
  await sandbox.files.write('deep/added/two.txt', '2')
  await expect.poll(() => told()).toContain('write added/two.txt')
  await sandbox.files.remove('deep/added/two.txt')
  await expect.poll(() => told()).toContain('remove added/two.txt')
  await handle.stop()
})

test('only existing directories can be watched', async () => {
  await sandbox.files.write('plain.txt', 'text')
  await expect(watch('none')).rejects.toThrow(FileNotFoundError)
  await expect(watch('plain.txt')).rejects.toThrow(InvalidArgumentError)
})

test('a watch can also be polled, as the synchronous Python SDK does', async () => {
  await sandbox.files.makeDir('polled')
  const { unary } = connectCaller(server, await server.engine.machines.get(sandbox.sandboxId, 'ada'))
  const call = async (method: string, message: object) =>
    (await unary(`filesystem.Filesystem/${method}`, message)).messages[0]
  const made = await call('CreateWatcher', { path: 'polled', includeEntry: true })
  const watcherId = made?.watcherId
  for (const name of ['one', 'two']) {
    await sandbox.files.write(`polled/${name}`, 'text')
    expect((await call('GetWatcherEvents', { watcherId }))?.events).toEqual(
      ['CREATE', 'CHMOD', 'WRITE'].map((type) => ({ name, type: `EVENT_TYPE_${type}`, entry: expect.anything() })),
    )
  }
  expect(await call('RemoveWatcher', { watcherId })).toEqual({})
  expect(await call('GetWatcherEvents', { watcherId })).toMatchObject({ code: 'not_found' })
})

test('an event is reported as soon as it is asked for, also to a caller who asks at the same moment', async () => {
  const machine = await server.engine.machines.reach(sandbox.sandboxId, () => false)
  const files = machine?.sandbox.files.as('user')
  if (!files) throw new Error('the sandbox is gone')
  await files.makeDirectory('breath')
  const seen: string[] = []
  const stop = await files.watch('breath', ({ name, type }) => void (type === 'create' && seen.push(name)))
  const names = Array.from({ length: 200 }, (_, number) => `made-${number}`)
  const made = names.map((name) => files.makeDirectory(`breath/${name}`))
  await files.stat('/')
  expect(seen).toEqual(names)
  await Promise.all(made)
  await stop()
})

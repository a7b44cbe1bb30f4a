import { Sandbox, Volume } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let there: { apiUrl: string }
beforeAll(async () => {
  server = await startE2bServer()
  there = { apiUrl: server.url }
})
afterAll(() => server.close())

let made = 0
const makeVolume = () => Volume.create(`mounted-${++made}`, server.options)
const makeSandbox = (volume: Volume, path: string) =>
  Sandbox.create('base', { ...server.options, volumeMounts: { [path]: volume } })

describe('a volume in sandboxes', () => {
  it('has all its content, and changes go both ways', async () => {
    const volume = await makeVolume()
    await volume.makeDir('deep/er', { force: true, ...there })
    await volume.writeFile('deep/er/file', 'from outside', there)
    const sandbox = await makeSandbox(volume, '/mnt/data')
    const run = async (command: string) => (await sandbox.commands.run(command)).stdout
    expect(await run('cat /mnt/data/deep/er/file')).toBe('from outside')
    await run('echo inside > /mnt/data/deep/new; chmod 600 /mnt/data/deep/new; rm /mnt/data/deep/er/file')
    expect(await volume.readFile('deep/new', there)).toBe('inside\n')
    expect(await volume.getInfo('deep/new', there)).toMatchObject({ mode: 0o600, uid: 1000 })
    expect(await volume.exists('deep/er/file', there)).toBe(false)
    await volume.writeFile('deep/new', 'outside again', { force: true, ...there })
    expect(await run('cat /mnt/data/deep/new; stat -c %U /mnt/data/deep')).toBe('outside againuser\n')
    await sandbox.kill()
  })

  it('holds the last changes before a kill and before a pause, and is shared by two', async () => {
    const volume = await makeVolume()
    const [one, two] = [await makeSandbox(volume, '/data'), await makeSandbox(volume, '/home/user/data')]
    await one.commands.run('echo one > /data/one')
    await one.kill()
    await two.commands.run('echo two > data/two')
    expect((await volume.list('/', there)).map(({ name }) => name)).toEqual(['one', 'two'])
    expect((await two.commands.run('cat data/one')).stdout).toBe('one\n')
    await two.commands.run('echo paused > data/two')
    await two.pause()
    expect(await volume.readFile('two', there)).toBe('paused\n')
    await volume.writeFile('three', 'while it slept', there)
    const woken = await Sandbox.connect(two.sandboxId, server.options)
    await volume.getInfo('/', there)
    expect((await woken.commands.run('cat data/three')).stdout).toBe('while it slept')
    await woken.kill()
  })

  it('reaches other sandboxes within a moment', async () => {
    const volume = await makeVolume()
    const [one, two] = [await makeSandbox(volume, '/data'), await makeSandbox(volume, '/data')]
    await one.commands.run('echo hello > /data/letter')
    const wait = 'until [ -s /data/letter ]; do sleep 0.1; done; cat /data/letter'
    expect((await two.commands.run(wait, { timeoutMs: 30_000 })).stdout).toBe('hello\n')
    await Promise.all([one.kill(), two.kill()])
  })

  it('must exist, belong to the caller, and be mounted outside of the system’s directories', async () => {
    const volume = await makeVolume()
    const stranger = { ...server.options, apiKey: server.otherKey }
    const create = (volumeMounts: Record<string, string>, options = server.options) =>
      Sandbox.create('base', { ...options, volumeMounts })
    await expect(create({ '/mnt/data': 'no-such-volume' })).rejects.toThrow(/no-such-volume/)
    await expect(create({ '/mnt/data': volume.name }, stranger)).rejects.toThrow(/no volume/)
    for (const path of ['/', '/etc', '/proc/x', '/usr/', '/home/../usr'])
      await expect(create({ [path]: volume.name }), path).rejects.toThrow(/400/)
  })
})

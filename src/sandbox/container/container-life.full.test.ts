import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { markedSleep, until, untilGone, untilStarted } from '../../../test/support/processes.ts'
import { Inconclusive } from '../../contract/inconclusive.ts'
import { bash, LIMITS, never, use, withPodman } from './podman-sandboxes.fixture.ts'

const podman = withPodman()
const noContainers = async () => (await podman.containers()).length === 0
afterEach(() => until('no container is left', noContainers))

describe('the end of a container', () => {
  it('takes everything with it, and may be requested twice, in any state', async () => {
    const sleep = markedSleep(60)
    const [running, paused] = await Promise.all([podman.create(), podman.create()])
    for (const { sandbox } of [running, paused]) void bash(sandbox, `setsid ${sleep} & ${sleep}`)
    await untilStarted(sleep, 4)
    await paused.pause()
    await Promise.all([running, paused].flatMap((control) => [control.destroy(), control.destroy(), control.ended]))
    expect(await podman.containers()).toEqual([])
    await untilGone(sleep)
    await expect(running.sandbox.exec(['true'])).rejects.toMatchObject({ code: 'SANDBOX_GONE' })
    await expect(running.pause()).rejects.toMatchObject({ code: 'SANDBOX_GONE' })
    await running.destroy()
  })

  it('comes when the caller gives up, at any moment of its making', async () => {
    const provider = podman.createProvider()
    await (await provider.create({ limits: LIMITS }, never)).destroy()
    const started = performance.now()
    const whole = await provider.create({ limits: LIMITS }, never)
    const wholeMs = performance.now() - started
    await whole.destroy()
    const givenUp: boolean[] = []
    for (let moment = 0; moment < 12; moment++) {
      const caller = new AbortController()
      setTimeout(() => caller.abort(new Error('given up')), (wholeMs * moment) / 10)
      const control = await provider.create({ limits: LIMITS }, caller.signal).catch((error) => error)
      if (control instanceof Error) expect(control.message).toBe('given up')
      else await control.destroy()
      givenUp.push(control instanceof Error)
      expect(await podman.containers()).toEqual([])
    }
    // When the first sandbox took far longer than the others, they were finished before they could be given up.
    if (givenUp.filter(Boolean).length <= 2) throw new Inconclusive(`hardly any was given up in ${wholeMs} ms`)
  })

  it('is reported to its waiters when others kill the container', async () => {
    const control = await podman.create()
    const sleep = markedSleep(60)
    const running = bash(control.sandbox, sleep)
    await untilStarted(sleep)
    await podman.service().podman('kill', `anneal-${control.sandbox.id}`)
    await control.ended
    expect(await running).toMatchObject({ signal: 'SIGKILL' })
  })
})

describe('containers of a server that was killed', () => {
  const startServer = async (sleep: string, state = '') => {
    const program = fileURLToPath(new URL('./server.fixture.ts', import.meta.url))
    const { socketPath, image } = podman.service()
    const server = spawn(process.execPath, [program, socketPath, image, sleep, state], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [id] = await once(server.stdout, 'data')
    return { id: String(id).trim(), kill: () => server.kill('SIGKILL') && once(server, 'exit') }
  }

  it('end by themselves', async () => {
    const sleep = markedSleep(60)
    const server = await startServer(sleep)
    await untilStarted(sleep, 2)
    await server.kill()
    await untilGone(sleep)
  })

  it('are swept away when they did not; those of others stay', async () => {
    const sleep = markedSleep(60)
    const server = await startServer(sleep, 'paused')
    await use(podman.create(), async (living) => {
      await podman.service().podman('create', '--name', 'of-others', podman.service().image, 'true')
      const names = [`anneal-${living.sandbox.id}`, 'of-others']
      await podman.createProvider().sweep()
      expect((await podman.containers()).sort()).toEqual([`anneal-${server.id}`, ...names].sort())
      await server.kill()
      await wait(500)
      await podman.createProvider().sweep()
      expect((await podman.containers()).sort()).toEqual(names.sort())
      await untilGone(sleep)
      expect(await bash(living.sandbox, 'echo alive')).toMatchObject({ stdout: 'alive\n' })
      await podman.service().podman('rm', 'of-others')
    })
  })
})

describe('a container that cannot be made', () => {
  const creating = (options: Parameters<typeof podman.createProvider>[0]) =>
    podman.createProvider(options).create({ limits: LIMITS }, never)

  it('is refused with the remedy when the image is missing', async () => {
    await expect(creating({ image: 'localhost/no-such-image' })).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('no image "localhost/no-such-image"'),
      hint: expect.stringContaining('pull'),
    })
  })

  it('is made again when its image was replaced', async () => {
    const image = await podman.service().makeImage('anneal-exchanged', ['ENV VERSION=1'])
    const provider = podman.createProvider({ image })
    const create = () => provider.create({ limits: LIMITS }, never)
    await (await create()).destroy()
    await podman.service().podman('rmi', image)
    await expect(create()).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('image'),
    })
    await expect(create()).rejects.toMatchObject({ message: expect.stringContaining(`no image "${image}"`) })
    await podman.service().makeImage('anneal-exchanged', ['ENV VERSION=2'])
    await (await create()).destroy()
  })

  it('is refused with the reason when the image has no Python, and nothing is left', async () => {
    await expect(creating({ hostUsr: false })).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('python3'),
    })
  })

  it('is refused with the reason when a mount is missing', async () => {
    const mounts = [{ source: '/no/such/directory', target: '/data', readOnly: true }]
    await expect(podman.create({ mounts })).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('/no/such/directory'),
    })
  })

  it('is reported by the probe, which does not throw', async () => {
    expect(await podman.createProvider({ socketPath: '/no/such/socket' }).probe(never)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('/no/such/socket'),
      remedy: expect.stringContaining('systemctl start'),
    })
  })
})

it('a container overrules the settings of its image: its volumes, its entry point, its user, its environment', async () => {
  const image = await podman
    .service()
    .makeImage('anneal-demanding', [
      'VOLUME /data',
      'ENTRYPOINT ["/usr/bin/false"]',
      'ENV SECRET=of-the-image',
      'USER root',
    ])
  await use(podman.createProvider({ image }).create({ limits: LIMITS }, never), async ({ sandbox }) => {
    const run = await bash(sandbox, 'id -u; echo x > /data/x; env | grep -c SECRET')
    expect(run).toMatchObject({ stdout: '1000\n0\n', stderr: expect.stringContaining('Read-only file system') })
  })
  expect(await podman.service().podman('volume', 'ls', '--quiet')).toBe('')
})

import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ownServerId } from '../cgroup/server-id.ts'
import type { OutputChunk, Sandbox } from '../sandbox.ts'
import { createE2bProvider } from './e2b.ts'
import { createJailRemote, failing } from './jail-remote.fixture.ts'
import { judge } from './probe.ts'
import { type Remote, RemoteFailure } from './remote.ts'

const { remote, sandboxes, close } = createJailRemote()
afterAll(close)
const serverId = await ownServerId()
const never = new AbortController().signal
const limits = {
  timeoutMs: 10_000,
  memoryMb: 128,
  cpuPercent: 100,
  processes: 32,
  openFiles: 256,
  outputBytes: 30_000_000,
  diskMb: 8,
}
let made = 0
const providerOf = (its: Remote, owner = serverId) =>
  createE2bProvider({ remote: its, newSandboxId: () => `sandbox-${++made}`, serverId: owner, pausesMs: [1, 2, 3] })
const create = (its: Remote = remote) => providerOf(its).create({ limits }, never)
const busy = (message = '503: busy') => new RemoteFailure('busy', message)

async function output(sandbox: Sandbox, script: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  const onOutput = ({ bytes }: OutputChunk) => void chunks.push(Buffer.from(bytes))
  await sandbox.exec(['bash', '-c', script], { onOutput })
  return Buffer.concat(chunks)
}

afterEach(() => expect(sandboxes.size, 'sandboxes that are left').toBe(0))

describe('a sandbox on an E2B server', () => {
  it('is requested again, three times at most, when the server fails', async () => {
    const control = await create(failing(remote, [busy(), busy(), busy()]))
    expect((await output(control.sandbox, 'echo here')).toString()).toBe('here\n')
    await control.destroy()
    await expect(create(failing(remote, [busy(), busy(), busy(), busy('502: bad gateway')]))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('502: bad gateway'),
    })
  })

  it.each([
    ['key', 'Unauthorized', 'ANNEAL_E2B_API_KEY'],
    ['refused', "404: template 'x' not found", 'providers.md'],
  ] as const)('is not requested again when the answer is final: %s', async (problem, message, hint) => {
    const failures = [new RemoteFailure(problem, message)]
    await expect(create(failing(remote, failures))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    })
  })

  it('tells why its agent did not start, and is ended', async () => {
    const broken: Remote = {
      ...remote,
      create: async (request) => {
        const sandbox = await remote.create(request)
        return { ...sandbox, start: (_command, listener) => sandbox.start('exec python9 -c x', listener) }
      },
    }
    await expect(create(broken)).rejects.toMatchObject({ message: expect.stringContaining('python9: not found') })
  })

  it('carries more output than any reader keeps', async () => {
    const control = await create()
    const bytes = await output(control.sandbox, 'head -c 20000000 /dev/zero')
    expect(bytes.equals(Buffer.alloc(20_000_000))).toBe(true)
    await control.destroy()
  })

  it('ends with its wire, and with a caller who gave up', async () => {
    const control = await create()
    const [id = ''] = sandboxes.keys()
    await remote.kill(id)
    await control.ended
    await expect(control.sandbox.exec(['true'])).rejects.toMatchObject({ code: 'SANDBOX_GONE' })
    const caller = new AbortController()
    const late = providerOf(remote).create({ limits }, caller.signal)
    caller.abort(new Error('given up'))
    await expect(late).rejects.toThrow('given up')
  })

  it('is swept away when its server is dead; others are left alone', async () => {
    const living = await create()
    await providerOf(remote, serverId.replace(/^\d+/, '4194305')).create({ limits }, never)
    const foreign = await remote.create({
      metadata: { annealHost: 'another', annealServer: '1.1.1', annealBox: 'x' },
      lifeMs: 1,
    })
    await providerOf(remote).sweep()
    expect(sandboxes.size).toBe(2)
    await remote.kill(foreign.id)
    await living.destroy()
  })
})

describe('the probe', () => {
  const report = (lines: Record<string, string>) =>
    Object.entries({
      NoNewPrivs: '1',
      CapEff: '0'.repeat(16),
      CapBnd: '0'.repeat(16),
      Uid: '1000 1000 1000 1000',
      'way out': 'no',
      ...lines,
    })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')

  it('names the walls it saw, and who holds them', async () => {
    expect(judge(report({}), 'there')).toEqual({
      ok: true,
      detail:
        "sandboxes of there; no new privileges, no capabilities, unprivileged user, no way out; walls of that server that show: none; limits of disk and processor are that server's",
    })
    expect((await providerOf(remote).probe(never)).detail).toContain(
      'that show: system call filter, no network interface',
    )
  })

  it.each([
    [{ NoNewPrivs: '0' }, 'no new privileges'],
    [{ CapBnd: '1ffffffffff' }, 'no capabilities'],
    [{ Uid: '0 0 0 0' }, 'unprivileged user'],
    [{ 'way out': 'yes' }, 'no way out'],
  ])('says no where a wall has fallen: %o', (lines, wall) => {
    expect(judge(report(lines as Record<string, string>), 'there')).toMatchObject({
      ok: false,
      detail: expect.stringContaining(wall),
    })
  })

  it('does not throw when the server refuses', async () => {
    const closed = failing(remote, [new RemoteFailure('key', 'Unauthorized')])
    expect(await providerOf(closed).probe(never)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Unauthorized'),
    })
  })
})

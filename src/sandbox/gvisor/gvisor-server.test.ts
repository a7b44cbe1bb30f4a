import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { findCgroups } from '../cgroup/find.ts'
import { makeParent, STRANGER } from '../cgroup/parent.fixture.ts'
import { ownServerId } from '../cgroup/server-id.ts'
import { until } from '../cgroup/until.ts'
import { SERVER_MARK } from '../host/sweep-orphans.ts'
import { createGvisorProvider } from './gvisor.ts'
import { cgroups, groupsNamed, newSandboxId, roomsBelow } from './sandboxes.fixture.ts'

const isRoot = process.getuid?.() === 0
const aliveOf = (pids: number[]) => pids.filter((pid) => isAlive(pid))

describe('a server that is killed', () => {
  it('takes its sandboxes along', async () => {
    const { server } = await startServer([])
    const rooms = roomsBelow(server.pid)
    expect(rooms.length).toBeGreaterThan(3)
    await kill(server)
    expect(await until(async () => aliveOf(rooms).length === 0, 3000)).toBe(true)
  })

  it('leaves a half-built room to the next one, which leaves those of living servers alone', async () => {
    const own = await ownServerId()
    const [dead, living] = [`999999999.1.${own.split('.')[2]}-box`, `${own}-box`].map((mark) =>
      spawn('/usr/bin/sleep', ['60'], { env: { [SERVER_MARK]: mark }, stdio: 'ignore' }),
    ) as [ChildProcess, ChildProcess]
    const ended = once(dead, 'exit')
    await createGvisorProvider({ execPath: process.execPath, newSandboxId, cgroups: undefined }).sweep()
    expect((await ended)[1]).toBe('SIGKILL')
    expect(isAlive(living.pid ?? 0)).toBe(true)
    await kill(living)
  })

  if (isRoot && cgroups?.kind === 'cgroup-v1') {
    const parent = makeParent('gvisor')
    afterAll(async () => (await parent).remove())

    it('leaves only control groups, which the next one sweeps', async () => {
      const { options } = await parent
      const tree = await findCgroups(options)
      const next = createGvisorProvider({ execPath: process.execPath, newSandboxId, cgroups: tree })
      const { server, said } = await startServer([options.parent ?? ''])
      try {
        expect(said.limitsBy).toBe('cgroup-v1')
      } finally {
        await kill(server)
        await next.sweep()
      }
      expect(groupsNamed(`${server.pid}.`)).toEqual([])
    })
  }
})

if (isRoot) {
  it('gVisor works as well for a server that is not root', async () => {
    const { server, said } = await startServer([], { uid: STRANGER, gid: STRANGER })
    await kill(server)
    expect(said).toEqual({ limitsBy: 'rlimits', printed: expect.stringMatching(/^1000\n#1 SMP .* 2016\nfile\n$/) })
  })
}

async function startServer(args: string[], user: { uid?: number; gid?: number } = {}) {
  const script = fileURLToPath(new URL('./server.fixture.ts', import.meta.url))
  const server: ChildProcess = spawn(process.execPath, [script, ...args], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  if (!server.stdout) throw new Error('no output')
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  return { server, said: JSON.parse(line) as { printed: string; limitsBy: string } }
}

async function kill(server: ChildProcess): Promise<void> {
  const exit = once(server, 'exit')
  server.kill('SIGKILL')
  await exit
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

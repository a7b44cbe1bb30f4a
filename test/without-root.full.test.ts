import { rmdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Sandbox } from '@e2b/code-interpreter'
import { Template, Volume } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { V1_CONTROLLERS } from '../src/sandbox/cgroup/v1.ts'
import { makeOrdinaryUser, type OrdinaryUser, serveAs } from './support/ordinary-user.ts'

type Server = Awaited<ReturnType<typeof serveAs>>

describe.runIf(process.getuid?.() === 0)('a machine of an ordinary user’s server', () => {
  const origin = createServer((_, response) => void response.end('from outside'))
  let user: OrdinaryUser
  let server: Server
  let sandbox: Sandbox
  let port: number
  beforeAll(async () => {
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
    port = (origin.address() as AddressInfo).port
    const env = { ANNEAL_NETWORK_CEILING: `127.0.0.1:${port}`, ANNEAL_WARM_SANDBOXES: '1' }
    user = await makeOrdinaryUser({ hasSubIds: true, env })
    server = await serveAs(user)
    const network = { allowOut: ['127.0.0.1'], denyOut: ['0.0.0.0/0'] }
    sandbox = await Sandbox.create('code-interpreter-v1', { ...server.options, network })
  })
  afterAll(async () => {
    await server?.stop()
    await user?.remove()
    origin.close()
  })
  const run = async (command: string, as = 'user') => (await sandbox.commands.run(command, { user: as })).stdout.trim()

  it('reaches allowed hosts and serves its own ports', async () => {
    expect(await run(`curl -s http://127.0.0.1:${port}/`)).toBe('from outside')
    await sandbox.commands.run('echo inside > page && exec python3 -m http.server 8000', { background: true })
    const headers = { 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': '8000' }
    await expect.poll(async () => (await fetch(`${server.url}/page`, { headers })).text()).toBe('inside\n')
  })

  it('installs packages by user and by root, and its interpreter finds them', async () => {
    const project =
      "mkdir -p /tmp/p && printf \"from setuptools import setup\\nsetup(name='mine', py_modules=['mine'])\" > /tmp/p/setup.py"
    await run(`${project} && echo 'WORD = "hello"' > /tmp/p/mine.py`)
    await run('pip install --quiet --no-index --no-build-isolation /tmp/p')
    expect((await sandbox.runCode('import mine; mine.WORD')).text).toBe('hello')
  })

  it('has as many processes as its limit allows, however many users start them', async () => {
    const limit = Number(await run('bash -c "ulimit -u"'))
    const bomb = `import os
made = []
try:
    for user in range(2000, 2000 + 2 * ${limit}):
        pid = os.fork()
        if pid == 0:
            os.setuid(user)
            os.execv('/bin/sleep', ['sleep', '60'])
        made.append(pid)
except OSError:
    pass
print(len(made))
for pid in made:
    os.kill(pid, 9)`
    await sandbox.files.write('/tmp/bomb.py', bomb)
    const made = Number(await run('python3 /tmp/bomb.py', 'root'))
    expect(made).toBeGreaterThan(limit / 2)
    expect(made).toBeLessThan(limit)
  })

  it('becomes a template, holds a volume, and is copied', async () => {
    const built = await Template.build(
      Template().fromBaseImage().runCmd('echo built > /srv/built', { user: 'root' }),
      'ours',
      server.options,
    )
    expect(built.name).toBe('ours')
    const volume = await Volume.create('shared', server.options)
    const other = await Sandbox.create('ours', { ...server.options, volumeMounts: { '/mnt/shared': volume } })
    expect(
      (await other.commands.run('cat /srv/built && echo kept > /mnt/shared/file && ls -ld /srv/built')).stdout,
    ).toMatch(/^built\n.* root root /)
    await other.kill()
    const third = await Sandbox.create('ours', { ...server.options, volumeMounts: { '/mnt/shared': volume } })
    expect((await third.commands.run('cat /mnt/shared/file')).stdout).toBe('kept\n')
    await third.kill()
  })
})

describe.runIf(process.getuid?.() === 0)('a server of an ordinary user', () => {
  it('without users of its own says what to do for E2B, and does not advertise it', async () => {
    const user = await makeOrdinaryUser({ hasSubIds: false })
    const server = await serveAs(user)
    try {
      expect(server.greeting).not.toContain('E2B')
      expect(server.greeting).toContain('Memory is not held by the kernel')
      await expect(Sandbox.create(server.options)).rejects.toThrow(
        new RegExp(
          `give ${user.name} fewer than 65536 ids.*usermod --add-subuids \\d+-\\d+ --add-subgids \\d+-\\d+ ${user.name}`,
          's',
        ),
      )
    } finally {
      await server.stop()
      await user.remove()
    }
  })

  it('has memory held by the kernel for a whole sandbox, in control groups that root gave it', async () => {
    const user = await makeOrdinaryUser({ hasSubIds: true, hasGroups: true })
    const server = await serveAs(user)
    try {
      expect(server.greeting).not.toContain('Memory is not held')
      // Each of the four stays below the limit; only all of them together are above it.
      const code = `import os, time
for _ in range(4):
    if os.fork() == 0:
        kept = b'x' * 60_000_000
        time.sleep(3)
        os._exit(0)
print('killed', [os.wait()[1] for _ in range(4)].count(9) > 0)`
      const response = await fetch(`${server.url}/v1/runs`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${server.options.apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ language: 'python', code, options: { limits: { memoryMb: 128 }, repair: 'off' } }),
      })
      const told = await response.text()
      expect(told).toMatch(/"limitsBy":"cgroup-v[12]"/)
      expect(told).toMatch(/killed True|"endedBy":"memory"/)
      const sandbox = await Sandbox.create(server.options)
      expect((await sandbox.commands.run('cat /proc/self/cgroup')).stdout).toContain(':/')
      await sandbox.kill()
    } finally {
      await server.stop()
      await user.remove()
      for (const controller of V1_CONTROLLERS) {
        const group = `/sys/fs/cgroup/${controller}/anneal-of-${user.name}`
        await rmdir(`${group}/anneal`).catch(() => {})
        await rmdir(group).catch(() => {})
      }
    }
  })
})

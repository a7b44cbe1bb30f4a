import { setTimeout as delay } from 'node:timers/promises'
import {
  AuthenticationError,
  CommandExitError,
  InvalidArgumentError,
  NotFoundError,
  type Sandbox,
  TimeoutError,
} from 'e2b'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { connectCaller } from './support/connect-call.ts'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await openE2bSandbox(server, { env: { GLOBAL: 'of the machine', BOTH: 'machine' } })
})
afterAll(() => server.close())

describe('a command', () => {
  test('is run, and gives its output and exit code', async () => {
    const result = await sandbox.commands.run('echo "Hello, World!"; echo oops >&2')
    expect(result).toMatchObject({ exitCode: 0, stdout: 'Hello, World!\n', stderr: 'oops\n' })
  })

  test('is reported with its code in the words of E2B when it fails', async () => {
    const failure = await sandbox.commands.run('echo out; exit 3').catch((error) => error)
    expect(failure).toBeInstanceOf(CommandExitError)
    expect(failure).toMatchObject({ exitCode: 3, error: 'exit status 3', stdout: 'out\n' })
    const killed = await sandbox.commands.run('kill -KILL $$').catch((error) => error)
    expect(killed).toMatchObject({ exitCode: -1, error: 'signal: killed' })
    const ended = await sandbox.commands.run('kill -TERM $$').catch((error) => error)
    expect(ended).toMatchObject({ exitCode: -1, error: 'signal: terminated' })
  })

  test('has the variables of its machine and those of its call, which no other call sees', async () => {
    const print = 'echo "$GLOBAL|$BOTH|$OWN|$USER|$LOGNAME|$HOME"'
    const { stdout } = await sandbox.commands.run(print, { envs: { OWN: 'call', BOTH: 'call' } })
    expect(stdout).toMatch(/^of the machine\|call\|call\|user\|user\|\/\S+\n$/)
    expect((await sandbox.commands.run('echo "$OWN|$BOTH"')).stdout).toBe('|machine\n')
  })

  test('starts in the home of its user, or in the given directory', async () => {
    const home = (await sandbox.commands.run('echo $HOME')).stdout
    expect((await sandbox.commands.run('pwd')).stdout).toBe(home)
    await sandbox.commands.run('mkdir -p inner')
    expect((await sandbox.commands.run('pwd', { cwd: 'inner' })).stdout).toBe(`${home.trim()}/inner\n`)
    expect((await sandbox.commands.run('pwd', { cwd: '~/inner' })).stdout).toBe(`${home.trim()}/inner\n`)
    expect((await sandbox.commands.run('pwd', { cwd: '/tmp' })).stdout).toBe('/tmp\n')
    await expect(sandbox.commands.run('pwd', { cwd: '/nowhere' })).rejects.toThrow(InvalidArgumentError)
  })

  test('is heard while it runs, with whole characters however its bytes are cut', async () => {
    const heard: string[] = []
    const script = String.raw`printf 'a\xf0\x9f'; sleep 0.1; printf '\x98\x80b'`
    const { stdout } = await sandbox.commands.run(script, { onStdout: (text) => void heard.push(text) })
    expect(stdout).toBe('a😀b')
    expect(heard.length).toBeGreaterThan(1)
  })

  test('may print more than fits into memory, to a slow listener, and nothing is lost', async () => {
    let bytes = 0
    await sandbox.commands.run('head -c 8000000 /dev/zero | tr "\\0" x', {
      onStdout: async (text) => {
        bytes += text.length
        if (bytes % 7 === 0) await delay(1)
      },
    })
    expect(bytes).toBe(8_000_000)
  })

  test('is killed at the end of its time, and the caller is told so', async () => {
    const handle = await sandbox.commands.run('sleep 60', { background: true, timeoutMs: 400 })
    await expect(handle.wait()).rejects.toThrow(TimeoutError)
    const isThere = () => sandbox.commands.run(`kill -0 ${handle.pid}`)
    await vi.waitFor(() => expect(isThere()).rejects.toThrow(CommandExitError), { timeout: 20_000 })
  })

  test('lives on when its caller leaves, and can be found again', () =>
    undisturbed(700, async () => {
      const handle = await sandbox.commands.run('sleep 0.7; echo late; exit 4', { background: true, timeoutMs: 0 })
      await handle.disconnect()
      const again = await sandbox.commands.connect(handle.pid)
      expect(again.pid).toBe(handle.pid)
      await expect(again.wait()).rejects.toMatchObject({ exitCode: 4, stdout: 'late\n' })
      const afterwards = await sandbox.commands.connect(handle.pid)
      await expect(afterwards.wait()).rejects.toMatchObject({ exitCode: 4, stdout: '' })
      await expect(sandbox.commands.connect(999_999)).rejects.toThrow(NotFoundError)
    }))

  test('is listed while it lives, and killed by its number, which is its own inside', async () => {
    const handle = await sandbox.commands.run('sleep 60', { background: true })
    const listed = await sandbox.commands.list()
    expect(listed.find(({ pid }) => pid === handle.pid)).toMatchObject({
      cmd: '/bin/bash',
      args: ['-l', '-c', 'sleep 60'],
    })
    expect((await sandbox.commands.run(`kill -0 ${handle.pid}`)).exitCode).toBe(0)
    expect(await sandbox.commands.kill(handle.pid)).toBe(true)
    await expect(sandbox.commands.run(`kill -0 ${handle.pid}`)).rejects.toThrow(CommandExitError)
    await expect(handle.wait()).rejects.toMatchObject({ error: 'signal: killed' })
    expect(await sandbox.commands.kill(handle.pid)).toBe(false)
    expect((await sandbox.commands.list()).some(({ pid }) => pid === handle.pid)).toBe(false)
  })

  test('gets input until it is closed; without any it reads nothing', async () => {
    const handle = await sandbox.commands.run('cat', { background: true, stdin: true })
    await handle.sendStdin('')
    await handle.sendStdin('Hello, ')
    await sandbox.commands.sendStdin(handle.pid, new TextEncoder().encode('World!'))
    await handle.closeStdin()
    expect((await handle.wait()).stdout).toBe('Hello, World!')
    expect((await sandbox.commands.run('cat')).stdout).toBe('')
    const deaf = await sandbox.commands.run('sleep 60', { background: true })
    await expect(deaf.sendStdin('text')).rejects.toThrow(/without input/)
    await deaf.kill()
  })

  test('runs as the requested user, and becomes root by sudo', async () => {
    expect((await sandbox.commands.run('id -un; pwd; echo $HOME', { user: 'root' })).stdout).toBe(
      'root\n/root\n/root\n',
    )
    expect((await sandbox.commands.run('id -un; id -u; sudo id -un')).stdout).toBe('user\n1000\nroot\n')
    const { path } = await sandbox.files.write('mine.txt', 'x', { user: 'root' })
    expect(path.split('/')).toEqual(['', 'root', 'mine.txt'])
    expect(await sandbox.files.getInfo(path)).toMatchObject({ owner: 'root', group: 'root' })
  })

  test('can be aborted by a signal before it has begun', async () => {
    const given = new AbortController()
    const running = sandbox.commands.run('sleep 60', { signal: given.signal })
    setTimeout(() => given.abort(), 200)
    await expect(running).rejects.toThrow()
  })
})

test('a wrong token and an unknown user are refused', async () => {
  const headers = { 'e2b-sandbox-id': sandbox.sandboxId, 'x-access-token': 'f'.repeat(40) }
  const asked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
  const answer = await fetch(`${server.url}/process.Process/List`, asked)
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
  const unknown = sandbox.commands.run('true', { user: 'nobody-here' })
  await expect(unknown).rejects.toThrow(AuthenticationError)
  await expect(unknown).rejects.toThrow("invalid username: 'nobody-here'")
})

test('a command goes on after a pause with memory, and its caller can connect again', async () => {
  const { sandboxId, commands } = await openE2bSandbox(server)
  const handle = await commands.run('read line; echo "got $line"', { background: true, stdin: true })
  const { machines } = server.engine
  await machines.pause(sandboxId, { userId: 'ada', keepsMemory: true })
  await expect(handle.wait()).rejects.toThrow(TimeoutError)
  await machines.connect(sandboxId, { userId: 'ada' })
  const again = await commands.connect(handle.pid)
  await again.sendStdin('text\n')
  expect((await again.wait()).stdout).toBe('got text\n')
})

test('a listener is cut off when its machine is killed, and learns that it is gone', async () => {
  const doomed = await openE2bSandbox(server)
  const handle = await doomed.commands.run('sleep 60', { background: true })
  await server.engine.machines.kill(doomed.sandboxId, 'ada')
  const error = await handle.wait().catch((cause) => cause)
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error.message).toContain('sandbox was killed or reached its end of life')
})

test('a killed machine resets a plain HTTP/1.1 connection: the Python SDK takes a mere end for a protocol error', async () => {
  const doomed = await openE2bSandbox(server)
  const { ask } = connectCaller(server, await server.engine.machines.get(doomed.sandboxId, 'ada'))
  const message = JSON.stringify({ process: { cmd: 'sleep', args: ['60'] } })
  const head = Buffer.from([0, 0, 0, 0, message.length])
  const headers = { 'content-type': 'application/connect+json' }
  const answer = await ask('process.Process/Start', { headers, body: Buffer.concat([head, Buffer.from(message)]) })
  const read = answer.arrayBuffer().catch((error) => error)
  await server.engine.machines.kill(doomed.sandboxId, 'ada')
  expect(await read).toMatchObject({ cause: { code: 'ECONNRESET' } })
})

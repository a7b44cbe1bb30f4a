import { request } from 'node:http'
import { Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await Sandbox.create('code-interpreter-v1', server.options)
})
afterAll(() => server.close())

/** Resolves when code has begun to run. */
function begun(own: Sandbox, code: string, options: Parameters<Sandbox['runCode']>[1] = {}) {
  const printed = Promise.withResolvers<void>()
  const running = own.runCode(`print("begun", flush=True)\n${code}`, { ...options, onStdout: () => printed.resolve() })
  running.catch(() => {})
  return Promise.race([printed.promise, running]).then(() => ({ running }))
}

/** The headers that the SDK sends where code is run. */
function headersFor({ sandboxId }: Sandbox): Record<string, string> {
  const token = [...server.engine.machines.tokens()].find(({ id }) => id === sandboxId)?.accessToken ?? ''
  return { 'E2b-Sandbox-Id': sandboxId, 'E2b-Sandbox-Port': '49999', 'X-Access-Token': token }
}

it('code whose caller has left is interrupted, and the next code has all variables', async () => {
  await sandbox.runCode('import time\nkept = 1')
  await expect(sandbox.runCode('time.sleep(300)', { timeoutMs: 500 })).rejects.toThrow('timed out')
  expect((await sandbox.runCode('kept', { timeoutMs: 10_000 })).text).toBe('1')
})

it('code that ends its interpreter reports it, and the next code has a fresh one', async () => {
  const { error } = await sandbox.runCode('import os; os._exit(3)')
  expect(error?.name).toBe('UnexpectedEndOfExecution')
  expect(error?.traceback).toContain('it exited with 3')
  expect((await sandbox.runCode('1 + 1')).text).toBe('2')
})

it('a restart ends running code', async () => {
  const context = await sandbox.createCodeContext()
  const { running } = await begun(sandbox, 'import time; time.sleep(300)', { context })
  await sandbox.restartCodeContext(context)
  expect((await running).error?.name).toBe('UnexpectedEndOfExecution')
})

it('calls of one context wait for each other, and those of two do not', async () => {
  const context = await sandbox.createCodeContext()
  const { running } = await begun(sandbox, 'import time; time.sleep(0.5); n = 1', { context })
  const waiting = sandbox.runCode('n', { context })
  expect((await sandbox.runCode('"free"')).text).toBe('free')
  expect((await waiting).text).toBe('1')
  await running
})

it('a caller whose sandbox is killed meanwhile learns it, and gets no half result', async () => {
  const own = await Sandbox.create('code-interpreter-v1', server.options)
  const { running } = await begun(own, 'import time; time.sleep(300)', { timeoutMs: 60_000 })
  await own.kill()
  await expect(running).rejects.toThrow(/sandbox was killed while the request was in progress/)
})

it('a pause stops code where it is, and later code finds the variables', async () => {
  const own = await Sandbox.create('code-interpreter-v1', server.options)
  await own.runCode('kept = 5')
  const { running } = await begun(own, 'import time; time.sleep(300)', { timeoutMs: 60_000 })
  await own.pause()
  await expect(running).rejects.toThrow()
  const again = await Sandbox.connect(own.sandboxId, server.options)
  expect((await again.runCode('kept', { timeoutMs: 10_000 })).text).toBe('5')
  await again.kill()
})

it('code that prints without end is stopped when its caller leaves', () =>
  undisturbed(1000, async () => {
    let heard = 0
    const printing = sandbox.runCode('while True: print("y" * 10000)', {
      timeoutMs: 1500,
      onStdout: ({ line }) => {
        heard += line.length
      },
    })
    await expect(printing).rejects.toThrow('timed out')
    expect(heard).toBeGreaterThan(100_000)
    expect((await sandbox.runCode('2 + 2', { timeoutMs: 10_000 })).text).toBe('4')
  }))

it('a body that is too large is refused in words, and one that breaks off is no bug', async () => {
  const headers = headersFor(sandbox)
  const body = JSON.stringify({ code: ' '.repeat(34_000_000) })
  const answer = await fetch(`${server.url}/execute`, { method: 'POST', headers, body })
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('more than 33554432 bytes')])
  const half = request(`${server.url}/execute`, { method: 'POST', headers: { ...headers, 'content-length': '100' } })
  half.on('error', () => {}).write('{"code": ')
  await new Promise((resolve) => setTimeout(resolve, 100))
  half.destroy()
  expect((await sandbox.runCode('3')).text).toBe('3')
  expect(server.logs.filter(({ level }) => level === 'error')).toEqual([])
})

it.each([
  ['a language and a context at once', { code: '1', language: 'python', context_id: 'x' }, 400, /^Only one of/],
  ['a context that is not there', { code: '1', context_id: 'nobody' }, 404, /^Context nobody not found$/],
  [
    'a language that is not there',
    { code: '1', language: 'cobol' },
    500,
    /^Failed to create context: .*'cobol' kernel is not/,
  ],
  ['no code', { language: 'python' }, 422, /code/],
  ['variables that are no texts', { code: '1', env_vars: { A: 1 } }, 422, /env_vars/],
])('%s is refused in words', async (_what, body, status, words) => {
  const call = { method: 'POST', headers: headersFor(sandbox), body: JSON.stringify(body) }
  const answer = await fetch(`${server.url}/execute?source=test`, call)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toMatch(words)
})

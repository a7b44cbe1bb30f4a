import { describe, expect, test } from 'vitest'
import type { LogEntry, TaskResult } from '../src/contract/task.ts'
import { startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { runCode } from './support/each-route.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

async function send({ call }: TestEngine, path: string, body: object) {
  const answer = await call(path, { body })
  return { status: answer.status, body: (await answer.json()) as TaskResult }
}
const taskOf = async (tools: TestEngine, body: object) => (await send(tools, '/v1/tasks', body)).body
const reflect = async (tools: TestEngine, body: object) => (await send(tools, '/v1/tasks/reflect', body)).body
const read = async <T>({ call }: TestEngine, path: string, key?: string) =>
  (await (await call(path, key === undefined ? {} : { key })).json()) as T

const newSession = async ({ call }: TestEngine): Promise<string> =>
  ((await (await call('/v1/sessions', { body: {} })).json()) as { id: string }).id

describe('a task without a model', () => {
  test('that holds a program runs it', async () => {
    await inEngine(async (tools) => {
      const result = await taskOf(tools, { task: 'Please run this:\n```python\nprint(6 * 7)\n```' })
      expect(result).toMatchObject({ type: 'code', outcome: 'ok', stopped: 'passed', output: { stdout: '42\n' } })
      expect(result.id).toMatch(/^tsk/)
    })
  })

  test('that holds a command runs it, if it is one that may be run', async () => {
    await inEngine(async (tools) => {
      const good = await taskOf(tools, { task: 'run `echo one | tr a-z A-Z` for me' })
      expect(good).toMatchObject({ type: 'shell', outcome: 'ok', output: { stdout: 'ONE\n' } })
      const bad = await taskOf(tools, { task: '$ sudo reboot' })
      expect(bad).toMatchObject({ type: 'shell', outcome: 'refused', stopped: 'refused' })
      expect(bad.error?.code).toBe('COMMAND_REFUSED')
    })
  })

  test('that shows a broken program repairs it', async () => {
    await inEngine(async (tools) => {
      const result = await taskOf(tools, { task: 'Fix this:\n```python\nprnt(42)\n```\nNameError: name prnt' })
      expect(result).toMatchObject({
        type: 'correction',
        outcome: 'ok',
        output: { stdout: '42\n', finalCode: 'print(42)\n' },
      })
    })
  })

  test('that lists commands becomes a plan', async () => {
    await inEngine(async (tools) => {
      const result = await taskOf(tools, { task: '1. `mkdir -p a`\n2. `echo 7 > a/b`\n3. `cat a/b`' })
      expect(result).toMatchObject({ type: 'plan', outcome: 'ok', output: { state: 'done' } })
      expect(result.planId).toMatch(/^pln/)
      expect(JSON.stringify(result.output)).toContain('"stdout":"7\\n"')
    })
  })

  test.each([
    ['code', 'Write a function that adds two numbers'],
    ['shell', 'Delete all .tmp files in the current directory'],
    ['plan', 'Make a plan for building a web shop'],
    ['question', 'Why is the sky blue?'],
  ])('that is words alone (%s) says that a model is needed, and does nothing', async (type, task) => {
    await inEngine(async (tools) => {
      const result = await taskOf(tools, { task })
      expect(result).toMatchObject({ type, outcome: 'refused', attempts: [], error: { code: 'TASK_NEEDS_MODEL' } })
      expect(result.error?.message).toContain('Nothing was done')
      const { actions } = await read<{ actions: { cause: string }[] }>(tools, '/v1/actions?limit=1000')
      expect(actions.filter(({ cause }) => cause?.startsWith(`task:${result.id}`))).toEqual([])
    })
  })

  test('that asks for a page says clearly that its host is not allowed, or what is missing', async () => {
    await inEngine(async (tools) => {
      const page = await taskOf(tools, { task: 'Open https://example.org' })
      expect(page).toMatchObject({ type: 'web', outcome: 'refused', attempts: [{ action: { type: 'browser.open' } }] })
      expect(page.attempts[0]?.action.error?.code).toBe('ADDRESS_REFUSED')
      const words = await taskOf(tools, { task: 'Browse the website of the weather service' })
      expect(words.error?.code).toBe('TASK_INCOMPLETE')
    })
  })
})

describe('a task', () => {
  test('keeps a log of its steps, is listed, and is known to its user alone', async () => {
    await inEngine(async (tools) => {
      const { id } = await taskOf(tools, { task: '```python\nprint(1)\n```' })
      const { entries } = await read<{ entries: LogEntry[] }>(tools, `/v1/tasks/${id}/log`)
      expect(entries.map(({ step }) => step)).toEqual(['start', 'tried', 'end'])
      expect(entries[1]?.text).toContain('as expected')
      expect((await read<{ tasks: TaskResult[] }>(tools, '/v1/tasks')).tasks[0]?.id).toBe(id)
      expect((await tools.call(`/v1/tasks/${id}`, { key: tools.keys.ben })).status).toBe(404)
      expect((await tools.call(`/v1/tasks/${id}/log`, { key: tools.keys.ben })).status).toBe(404)
    })
  })

  test('stands in the graph between its user and the action that it began', async () => {
    await inEngine(async (tools) => {
      const { id, attempts } = await taskOf(tools, { task: '```python\nprint(1)\n```' })
      const { edges } = await read<{ edges: object[] }>(tools, `/v1/graph?subject=task:${id}`)
      expect(edges).toContainEqual(expect.objectContaining({ from: 'user:ada', to: `task:${id}`, kind: 'did' }))
      expect(edges).toContainEqual(
        expect.objectContaining({ from: `task:${id}`, to: `action:${attempts[0]?.action.id}`, kind: 'caused' }),
      )
    })
  })
})

describe('reflection', () => {
  const python = (code: string, more: object = {}) => ({
    type: 'code.run',
    input: { code, language: 'python', ...more },
  })

  test('never calls a result good that the judge did not pass', async () => {
    await inEngine(async (tools) => {
      const result = await reflect(tools, { action: python('print(41)'), expect: { stdout: '42' } })
      expect(result).toMatchObject({
        outcome: 'failed',
        stopped: 'no-revision',
        attempts: [{ verdict: { passed: false } }],
      })
      expect(result.attempts[0]?.action.outcome).toBe('ok')
    })
  })

  test('gives a program that ran out of time more of it, and says why', async () => {
    await inEngine(async (tools) => {
      const action = python('import time; time.sleep(1.2); print("done")', { options: { limits: { timeoutMs: 700 } } })
      const result = await reflect(tools, { action, expect: { contains: 'done' } })
      expect(result).toMatchObject({ outcome: 'ok', stopped: 'passed' })
      expect(result.attempts[0]?.revision).toMatchObject({ by: 'wider-timeout' })
      expect(result.attempts[0]?.revision?.why).toContain('timeoutMs 700 → 2800')
    })
  })

  test('makes the directory that a command writes into', async () => {
    await inEngine(async (tools) => {
      const action = { type: 'shell.run', input: { command: 'echo 5 > new/place/x && cat new/place/x' } }
      const result = await reflect(tools, { action })
      expect(result).toMatchObject({ outcome: 'ok', output: { stdout: '5\n' } })
      expect(result.attempts.map(({ revision }) => revision?.by)).toEqual(['missing-directory', undefined])
    })
  })

  test('leaves a wrong language out, so that the engine finds it', async () => {
    await inEngine(async (tools) => {
      const code = 'const a = [1, 2].map((x) => { return x * 2 });\nconsole.log(a.join());\n'
      const action = { type: 'code.run', input: { code, language: 'python' } }
      const result = await reflect(tools, { action, expect: { stdout: '2,4' } })
      expect(result).toMatchObject({ outcome: 'ok' })
      expect(result.attempts[0]?.revision?.by).toBe('detected-language')
    })
  })

  test('looks for no way around a policy that said no', async () => {
    await inEngine(async (tools) => {
      const result = await reflect(tools, { action: { type: 'shell.run', input: { command: 'sudo id' } } })
      expect(result).toMatchObject({ outcome: 'refused', stopped: 'refused' })
      expect(result.attempts.length).toBe(1)
    })
  })

  test('does not repeat what may have reached a host', async () => {
    await inEngine(async (tools) => {
      const action = python('exit(1)', { options: { network: { allow: ['example.org'] }, repair: 'off' } })
      expect(await reflect(tools, { action })).toMatchObject({ outcome: 'failed', stopped: 'outside' })
    })
  })

  test('refuses a bad action with all its problems before anything is stored', async () => {
    await inEngine(async (tools) => {
      const { status } = await send(tools, '/v1/tasks/reflect', { action: { type: 'code.run', input: { nothing: 1 } } })
      expect(status).toBe(400)
      expect((await send(tools, '/v1/tasks/reflect', { action: { type: 'no.such', input: {} } })).status).toBe(400)
    })
  })
})

describe('with a model', () => {
  const withModel = (says: object[], use: (tools: TestEngine, received: unknown[]) => Promise<void>) =>
    startScriptedServer(says.map((each) => ({ says: each }))).then(async (server) => {
      await using _ = server
      const env = { ANNEAL_MODEL: 'openai-compatible/scripted', ANNEAL_MODEL_URL: server.url, ANNEAL_MODEL_KEY: 'k' }
      await withEngine({ env }, (tools) => use(tools, server.received))
    })

  test('a task in words is written as a program, a question is answered, and a wrong result is revised', async () => {
    const answers = [
      { language: 'python', code: 'print(2 + 2)' },
      { answer: 'Because of Rayleigh scattering.' },
      { why: 'it must add', input: { code: 'x = x + 1\nprint(x)', options: { network: { allow: ['evil.example'] } } } },
    ]
    await withModel(answers, async (tools, received) => {
      const program = await taskOf(tools, { task: 'Write a function that adds two and two and print it' })
      expect(program).toMatchObject({ type: 'code', outcome: 'ok', output: { stdout: '4\n' } })
      const question = await taskOf(tools, { task: 'Why is the sky blue?' })
      expect(question).toMatchObject({ outcome: 'ok', answer: 'Because of Rayleigh scattering.', attempts: [] })

      const session = await newSession(tools)
      await runCode(tools, { code: 'x = 1', language: 'python', session })
      const action = { type: 'code.run', input: { code: 'x = x - 1\nprint(x)', language: 'python' }, session }
      const revised = await reflect(tools, { action, expect: { stdout: '2' } })
      // The state before the first try is back, and the model could not widen the rights of the request.
      expect(revised).toMatchObject({ outcome: 'ok', output: { stdout: '2\n' } })
      expect(revised.attempts[0]?.revision).toMatchObject({ by: 'model', why: 'it must add' })
      expect(JSON.stringify(revised.attempts[0]?.revision)).not.toContain('evil.example')
      expect(received.length).toBe(3)
    })
  })

  test('there are at most three tries, and none of them is called a success', async () => {
    const wrong = (n: number) => ({ why: 'another', input: { code: `print(${n})`, language: 'python' } })
    await withModel([wrong(1), wrong(2), wrong(3)], async (tools) => {
      const action = { type: 'code.run', input: { code: 'print(0)', language: 'python' } }
      const result = await reflect(tools, { action, expect: { stdout: '42' } })
      expect(result).toMatchObject({ outcome: 'failed', stopped: 'attempts' })
      expect(result.attempts.map(({ verdict }) => verdict.passed)).toEqual([false, false, false])
    })
  })
})

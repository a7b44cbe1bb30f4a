import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LOCAL_USER } from '../src/engine.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'
import { withHome } from './support/temporary-home.ts'

const tools = oneEngine({})
const client = () => {
  const { app, keys } = tools()
  return createClient({
    baseUrl: 'http://localhost',
    apiKey: keys.ada,
    fetch: async (...asked) => app.fetch(new Request(...asked)),
  })
}

test('code, commands and files are actions in one session, with outputs as their schemas say', async () => {
  const { actions, sessions } = client()
  const { id: session } = await sessions.create({})
  const act = (type: string, input: Record<string, unknown>) => actions.execute({ type, input, session })
  expect(await act('code.run', { code: 'x = 6\nx * 7', language: 'python' })).toMatchObject({
    outcome: 'ok',
    output: { exitCode: 0, results: [{ data: { 'text/plain': '42' } }] },
  })
  expect(
    await act('file.write', {
      path: 'd/a.bin',
      content: Buffer.from([0xff, 0]).toString('base64'),
      encoding: 'base64',
    }),
  ).toMatchObject({
    output: { path: 'd/a.bin', size: 2 },
  })
  expect(await act('shell.run', { command: 'wc -c < d/a.bin; exit 3' })).toMatchObject({
    outcome: 'failed',
    output: { stdout: '2\n', exitCode: 3 },
  })
  await act('file.move', { from: 'd/a.bin', to: 'b.bin' })
  expect((await act('file.read', { path: 'b.bin' })).output).toEqual({
    path: 'b.bin',
    size: 2,
    content: '/wA=',
    encoding: 'base64',
  })
  expect((await act('file.list', { depth: 2 })).output).toMatchObject({ files: [{ path: 'b.bin' }, { path: 'd' }] })
  await act('file.remove', { path: 'b.bin' })
  expect((await act('file.exists', { path: 'b.bin' })).output).toEqual({ exists: false })
  expect(await act('file.remove', { path: 'b.bin' })).toMatchObject({
    outcome: 'failed',
    error: { code: 'PATH_NOT_FOUND' },
  })
  const { types } = tools().engine.actions
  const { actions: kept } = await actions.list({ session })
  expect(kept.map(({ type }) => type).filter((type) => !types().some((known) => known.type === type))).toEqual([])
  expect(await actions.get(kept[0]?.id ?? '')).toEqual(kept[0])
})

test('files of a volume are written, read, moved and removed by actions', async () => {
  const { engine } = tools()
  await engine.volumes.create(LOCAL_USER, { name: 'data' })
  const act = (type: string, input: Record<string, unknown>) =>
    engine.actions.executeAction({ type, input: { volume: 'data', ...input } })
  expect(await act('file.write', { path: 'a/b.txt', content: 'it’s' })).toMatchObject({ outcome: 'ok' })
  await act('file.move', { from: 'a/b.txt', to: 'c.txt' })
  expect((await act('file.read', { path: 'c.txt' })).output).toMatchObject({ content: 'it’s' })
  expect(await act('file.exists', { path: 'a/b.txt' })).toMatchObject({ output: { exists: false } })
  expect(await act('file.exists', { path: 'c.txt' })).toMatchObject({ output: { exists: true, file: { size: 6 } } })
  expect(await act('file.remove', { path: 'c.txt' })).toMatchObject({ outcome: 'ok', output: { path: 'c.txt' } })
  expect(await act('file.exists', { path: 'c.txt' })).toMatchObject({ output: { exists: false } })
  expect(await engine.actions.reachOf({ type: 'file.write', input: { volume: 'data', path: 'x', content: '' } })).toBe(
    'outside',
  )
})

test('an action reads a file in the form that it asks for, from one place alone, and at most 10 MB at once', async () => {
  const { engine } = tools()
  const { id: session } = await engine.sessions.create({}, LOCAL_USER)
  const act = (type: string, input: Record<string, unknown>) => engine.actions.executeAction({ type, input, session })
  await act('file.write', { path: 'd/e/a.txt', content: 'ab' })
  expect((await act('file.read', { path: 'd/e/a.txt', encoding: 'base64' })).output).toMatchObject({ content: 'YWI=' })
  const listed = async (input: object) =>
    ((await act('file.list', { ...input })).output as { files: { path: string }[] }).files.map(({ path }) => path)
  expect([await listed({ depth: 3 }), await listed({ path: 'd/e' })]).toEqual([
    ['d', 'd/e', 'd/e/a.txt'],
    ['d/e/a.txt'],
  ])
  expect(await act('file.exists', { path: '../../etc/passwd' })).toMatchObject({
    outcome: expect.not.stringMatching('ok'),
  })
  await act('shell.run', { command: 'truncate -s 10485761 large' })
  for (const [type, input] of [
    ['file.read', { path: 'large' }],
    ['file.write', { path: 'b', content: 'x'.repeat(10_485_761) }],
  ] as const)
    expect(await act(type, input)).toMatchObject({ outcome: 'refused', error: { code: 'PATH_REFUSED' } })
  const problems: [string, Record<string, unknown>][] = [
    ['file.write', { path: 'b', content: '%', encoding: 'base64' }],
    ['file.read', { path: 'b', volume: 'data' }],
  ]
  for (const [type, input] of problems)
    await expect(act(type, input)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

test('the reach of a program is told before it runs, and its output is that of the last attempt', async () => {
  const { engine } = tools()
  const { actions, sessions } = engine
  const create = async (request: object) => (await sessions.create(request, LOCAL_USER)).id
  const [plain, online] = [await create({}), await create({ network: { allow: ['a.example'] } })]
  const options = { network: { allow: ['a.example'] } }
  for (const [type, input] of [
    ['code.run', { code: '1', language: 'python' }],
    ['shell.run', { command: 'true' }],
  ] as const) {
    const reach = (given: object) => actions.reachOf({ type, input, ...given })
    const reaches = [
      reach({}),
      reach({ input: { ...input, options } }),
      reach({ session: plain }),
      reach({ session: online }),
    ]
    expect(await Promise.all(reaches), type).toEqual(['none', 'outside', 'inside', 'outside'])
  }
  const input = { code: 'print("a")\nprnt("b")', language: 'python' }
  const repaired = await actions.executeAction({ type: 'code.run', input })
  expect(repaired).toMatchObject({ outcome: 'ok', output: { attempts: 2, stdout: 'a\nb\n' } })
})

test('an action is told in the stream of its session, and the run that does its work names it as the cause', async () => {
  const { engine } = tools()
  const { id: session } = await engine.sessions.create({}, LOCAL_USER)
  const request = { type: 'code.run', input: { code: 'print(1)', language: 'python' }, session }
  const result = await engine.actions.executeAction(request, { cause: 'plan:p.7' })
  const { events } = await engine.events.page({ userId: LOCAL_USER, subject: `session:${session}`, limit: 50 })
  const [start, end] = ['action.start', 'action.end'].map((type) => events.find((event) => event.type === type))
  expect(start).toMatchObject({ actionId: result.id, cause: 'plan:p.7', sessionId: session, reach: 'inside' })
  expect(end).toMatchObject({ cause: start?.id, outcome: 'ok', runId: (result.output as { runId: string }).runId })
  const { runId } = result.output as { runId: string }
  for await (const event of await engine.runs.events(runId, {
    userId: LOCAL_USER,
    afterSeq: 0,
    signal: AbortSignal.timeout(9000),
  }))
    if (event.type === 'run.start') expect(event.cause).toBe(start?.id)
})

test('an unknown type, wrong input and a page without a session are refused before anything is stored', async () => {
  const { call, engine } = tools()
  const before = await engine.actions.list({ userId: 'ada', limit: 1000 })
  const post = (body: object) => call('/v1/actions', { body })
  await expectError(await post({ type: 'fil.read' }), 'UNKNOWN_ACTION')
  expect(await (await post({ type: 'fil.read' })).text()).toContain('Did you mean file.read?')
  await expectError(await post({ type: 'file.read', input: { pth: 'a' } }), 'INVALID_REQUEST')
  await expectError(await post({ type: 'file.read', input: { path: 'a' } }), 'INVALID_REQUEST')
  await expectError(await post({ type: 'code.run', input: { code: 'a', text: 'b' } }), 'INVALID_REQUEST')
  await expectError(await post({ type: 'browser.click', input: { target: 'a' } }), 'INVALID_REQUEST')
  await expectError(await post({ type: 'file.list', session: 'ses000000000000000000000' }), 'SESSION_NOT_FOUND')
  expect(await engine.actions.list({ userId: 'ada', limit: 1000 })).toEqual(before)
})

test('the policy of commands holds for shell.run; a refusal is a result', async () => {
  const result = await tools().engine.actions.executeAction({ type: 'shell.run', input: { command: 'sudo id' } })
  expect(result).toMatchObject({ outcome: 'refused', error: { code: 'COMMAND_REFUSED' } })
})

test('a function of the embedding program is a tool: schemas, time limit, failures, and text that is marked and bounded', async () => {
  const { engine, keys } = tools()
  const { actions } = engine
  const input = z.strictObject({ a: z.number() })
  actions.registerTool({ name: 'double', description: 'Doubles', input, output: z.number(), execute: ({ a }) => a * 2 })
  actions.registerTool({
    name: 'key',
    description: 'k',
    input: z.object({}),
    execute: () => `${keys.ada} ${'x'.repeat(2_000_000)}`,
  })
  actions.registerTool({
    name: 'late',
    description: 'l',
    input: z.object({}),
    timeoutMs: 20,
    execute: () => new Promise(() => {}),
  })
  actions.registerTool({
    ...{ name: 'unfit', description: 'u', input: z.object({}), output: z.number() },
    execute: () => 'words' as unknown as number,
  })
  actions.registerTool({
    name: 'bad',
    description: 'b',
    input: z.object({}),
    execute: () => Promise.reject(new Error('no')),
  })
  const call = (tool: string, given: object = {}) =>
    actions.executeAction({ type: 'tool.call', input: { tool, arguments: given } })
  expect(await call('double', { a: 21 })).toMatchObject({
    outcome: 'ok',
    output: { value: 42, text: '42', untrusted: true },
  })
  await expect(call('double', { a: 'x' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  await expect(call('duble')).rejects.toThrow('Did you mean double?')
  expect(await call('late')).toMatchObject({ outcome: 'failed', error: { code: 'TOOL_TIMEOUT' } })
  expect(await call('bad')).toMatchObject({ outcome: 'failed', error: { code: 'TOOL_FAILED' } })
  expect(await call('unfit')).toMatchObject({ outcome: 'failed', error: { code: 'TOOL_FAILED' } })
  const { output } = (await call('key')) as { output: { text: string; cut: boolean } }
  expect([output.cut, output.text.includes(keys.ada), output.text.length < 1_100_000]).toEqual([true, false, true])
  const listed = await client().actions.tools()
  expect(listed.tools.find(({ name }) => name === 'double')).toMatchObject({
    source: 'function',
    input: { required: ['a'] },
  })
})

test('another user’s action does not exist', async () => {
  const { engine, call, keys } = tools()
  const { id } = await engine.actions.executeAction(
    { type: 'shell.run', input: { command: 'sudo id' } },
    { userId: 'ada' },
  )
  expect((await call(`/v1/actions/${id}`)).status).toBe(200)
  await expectError(await call(`/v1/actions/${id}`, { key: keys.ben }), 'ACTION_NOT_FOUND')
})

test('an action whose engine died is ended by its reach: interrupted inside, unknown outside, and only once', async () => {
  await withHome(async (home) => {
    const store = await openSqlite({ file: join(home, 'anneal.db') })
    const base = {
      userId: LOCAL_USER,
      sessionId: null,
      type: 'tool.call',
      engineId: 'eng-dead',
      cause: null,
      input: {},
    }
    for (const reach of ['none', 'inside', 'outside'] as const)
      await store.actions.begin({ ...base, id: `act-${reach}`, reach, startedAt: Date.now() })
    await store.close()
    for (const _ of ['the next engine', 'and the one after it'])
      await withEngine({ home }, async ({ engine }) => {
        const listed = await engine.actions.list({ userId: LOCAL_USER, limit: 9 })
        expect(Object.fromEntries(listed.map(({ id, outcome, error }) => [id, [outcome, error?.code]]))).toEqual({
          'act-none': ['failed', 'ACTION_INTERRUPTED'],
          'act-inside': ['failed', 'ACTION_INTERRUPTED'],
          'act-outside': ['unknown', 'ACTION_UNKNOWN'],
        })
        const subject = 'action:act-outside' as const
        const { events } = await engine.events.page({ userId: LOCAL_USER, subject, limit: 9 })
        expect(events.map(({ type }) => type)).toEqual(['action.start', 'action.end'])
      })
  })
})

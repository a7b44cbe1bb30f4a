import { getEncoding } from 'js-tiktoken'
import { expect, test } from 'vitest'
import { withEngine } from './support/engine.ts'
import { askRpc, sendRpc, TASKS } from './support/mcp/rpc.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine({
  env: {
    ANNEAL_NETWORK_CEILING: 'api.example.org',
    ANNEAL_COMMAND_ALLOW: 'ls,cat,sleep,touch',
    ANNEAL_TIMEOUT_MS: '7000',
  },
})

interface Tool {
  name: string
  description: string
}
interface Answer {
  content: { type: string; text: string; uri: string; data: string }[]
  isError?: boolean
  taskId: string
}

type RunList = { runs: { runId: string }[] }

const run = (code: string, more: object = {}) => ({
  name: 'run_code',
  arguments: { language: 'python', code, ...more },
})

test('at most twelve tools are listed, in at most 3,000 tokens of o200k_base, and their text tells the rules in force', () =>
  inEngine(async (tools) => {
    const { result } = await askRpc<{ tools: Tool[] }>(tools, 'tools/list')
    const tokens = getEncoding('o200k_base').encode(JSON.stringify(result.tools)).length
    expect(result.tools.length).toBeLessThanOrEqual(12)
    expect(tokens).toBeLessThanOrEqual(3000)
    const textOf = (name: string) => result.tools.find((tool) => tool.name === name)?.description
    expect(textOf('run_code')).toContain('Limits: 7 s (300 s on request)')
    expect(textOf('run_code')).toContain('only these are allowed: api.example.org.')
    expect(textOf('shell')).toContain('Only these programs may be run: ls, cat, sleep, touch')
    const refused = { name: 'shell', arguments: { command: 'grep a b' } }
    expect((await askRpc<Answer>(tools, 'tools/call', refused)).result).toMatchObject({ isError: true })
    const elsewhere = run('1', { network: ['other.example.org'] })
    expect((await askRpc<Answer>(tools, 'tools/call', elsewhere)).result.isError).toBe(true)
  }))

test('a foreign host and a foreign origin get 403, and nobody enters without a key', () =>
  inEngine(async (tools) => {
    const status = async (headers: Record<string, string>, key?: string) =>
      (await sendRpc({ call: tools.call, headers, ...(key !== undefined && { key }) }, 'tools/list')).status
    expect(await status({})).toBe(200)
    expect(await status({ host: 'evil.example' })).toBe(403)
    expect(await status({ origin: 'https://evil.example' })).toBe(403)
    expect(await status({}, '')).toBe(401)
    expect(await status({}, 'e2b_0000000000000000000000000000000000000000')).toBe(401)
    expect((await tools.call('/mcp')).status).toBe(405)
  }))

test('a key that may only read lists tools and reads runs, and runs nothing', () =>
  inEngine(async (tools) => {
    const { key } = await tools.engine.keys.add({ user: 'ada', scope: 'read', label: '' })
    const { result } = await askRpc<Answer>(tools, 'tools/call', run('print(1)'))
    const { uri } = result.content.find(({ type }) => type === 'resource_link') ?? { uri: '' }
    const reader = { call: tools.call, key }
    expect(await askRpc(reader, 'resources/read', { uri })).toMatchObject({ result: { contents: [{ uri }] } })
    const refused = await askRpc<Answer>(reader, 'tools/call', run('print(1)'))
    expect(refused.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('read') }] })
  }))

test('a caller who asks for progress hears of it before the result', () =>
  inEngine(async ({ call }) => {
    const told = await sendRpc({ call, meta: { progressToken: 'p1' } }, 'tools/call', run('print(6 * 7)'))
    expect(told.headers.get('content-type')).toContain('text/event-stream')
    const messages = (await told.text()).split('\n').filter((line) => line.startsWith('data: {'))
    const [first, ...rest] = messages.map((line) => JSON.parse(line.slice('data: '.length)))
    expect(first).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p1', progress: 1, message: 'running' },
    })
    expect(rest.at(-1).result.content[0].text).toContain('42')
  }))

test('a call that is taken back cancels its run', () =>
  inEngine(async ({ call, engine }) => {
    const leave = new AbortController()
    const code = 'import time; time.sleep(5)'
    const calling = sendRpc({ call, signal: leave.signal, meta: { progressToken: 'p1' } }, 'tools/call', run(code))
    const reader = (await calling).body?.getReader()
    await reader?.read()
    const [newest = { runId: '' }] = ((await (await call('/v1/runs?limit=1')).json()) as RunList).runs
    expect(newest).toMatchObject({ state: 'running' })
    leave.abort()
    await reader?.cancel()
    await expect.poll(async () => (await engine.runs.get(newest.runId, 'ada')).outcome).toBe('cancelled')
  }))

test('runs, files they wrote, values they showed and files of sessions are resources, for their owner alone', () =>
  inEngine(async (tools) => {
    const created = { name: 'session', arguments: { do: 'create' } }
    const session = JSON.parse((await askRpc<Answer>(tools, 'tools/call', created)).result.content[0]?.text ?? '').id
    await askRpc(tools, 'tools/call', run('open("a b.txt", "w").write("kept")', { session }))
    const { result } = await askRpc<Answer>(
      tools,
      'tools/call',
      run('open("c.bin", "wb").write(b"\\xff\\x00")\n{"x": 1}'),
    )
    const links = result.content.filter(({ type }) => type === 'resource_link').map(({ uri }) => uri)
    const ofRun = links.at(-1) ?? ''
    expect(links).toEqual([`${ofRun}/files/c.bin`, ofRun])
    const read = async (uri: string, key?: string) =>
      askRpc<{ contents: object[] }>({ call: tools.call, ...(key && { key }) }, 'resources/read', { uri })
    expect((await read(`${ofRun}/files/c.bin`)).result.contents).toMatchObject([{ blob: '/wA=' }])
    expect((await read(`anneal://sessions/${session}/files/a%20b.txt`)).result.contents).toMatchObject([
      { text: 'kept' },
    ])
    expect((await read(ofRun)).result.contents).toMatchObject([{ mimeType: 'application/json' }])
    for (const uri of [ofRun, `${ofRun}/files/c.bin`, `anneal://sessions/${session}/files/a%20b.txt`])
      expect((await read(uri, tools.keys.ben)).error).toMatchObject({ code: -32_602, data: { uri } })
    for (const uri of [
      `${ofRun}/results/9`,
      `${ofRun}/files/%ff`,
      `anneal://sessions/${session}/files/..%2f..%2fetc%2fpasswd`,
    ])
      expect((await read(uri)).error).toMatchObject({ code: -32_602 })
  }))

test('pictures that a program shows are pictures of the answer', () =>
  inEngine(async (tools) => {
    const code = [
      'class Picture:',
      '    def _repr_png_(self):',
      '        return b"\\x89PNG\\r\\n\\x1a\\n"',
      'Picture()',
    ].join('\n')
    const created = { name: 'session', arguments: { do: 'create' } }
    const session = JSON.parse((await askRpc<Answer>(tools, 'tools/call', created)).result.content[0]?.text ?? '').id
    const { result } = await askRpc<Answer>(tools, 'tools/call', run(code, { session }))
    expect(result.content).toContainEqual({ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' })
  }))

test('nobody is given a task who did not say that it can follow one, and tasks of others are none', () =>
  inEngine(async ({ call, keys }) => {
    const long = run('print(1)', { background: true })
    expect((await askRpc<Answer>({ call }, 'tools/call', long)).result).not.toHaveProperty('taskId')
    const able = { call, capabilities: TASKS }
    const { taskId } = (await askRpc<Answer>(able, 'tools/call', long)).result
    expect((await askRpc({ call }, 'tasks/get', { taskId })).error.code).toBe(-32_021)
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
      expect((await askRpc({ ...able, key: keys.ben }, method, { taskId })).error).toMatchObject({ code: -32_602 })
    expect(await askRpc(able, 'tasks/get', { taskId })).toMatchObject({ result: { taskId } })
  }))

test('where an issuer is named, a client without a key learns from the refusal which server gives one out', () =>
  withEngine({ env: { ANNEAL_MCP_ISSUER: 'https://login.example.org' } }, async ({ call }) => {
    const refused = await sendRpc({ call, key: '' }, 'tools/list')
    expect(refused.status).toBe(401)
    const [, place = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    const told = await call(new URL(place).pathname, { key: '' })
    expect(await told.json()).toEqual({
      resource: 'http://localhost/mcp',
      authorization_servers: ['https://login.example.org'],
      bearer_methods_supported: ['header'],
    })
    expect((await call('/v1/runs', { key: '' })).headers.get('www-authenticate')).not.toContain('resource_metadata')
  }))

import { expect, test } from 'vitest'
import type { ErrorCode } from '../src/contract/errors.ts'
import { NO_CHECKPOINT, NO_KEY, NO_RUN, NO_SESSION, runCode } from './support/each-route.ts'
import { type Call, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'

const run = (body: unknown): Call & { path: string } => ({ path: '/v1/runs', body })
const bash = (more: object) => run({ code: 'true', language: 'bash', ...more })
const files = (given: Record<string, unknown>) => bash({ files: given })
const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`file-${index}`, '']))

const refusals: [what: string, call: Call & { path: string }, code: ErrorCode][] = [
  ['an unknown language', run({ code: '1', language: 'cobol' }), 'LANGUAGE_UNKNOWN'],
  ['an empty language', run({ code: '1', language: '' }), 'LANGUAGE_UNKNOWN'],
  ['no language', run({ code: '1' }), 'LANGUAGE_UNCLEAR'],
  ['a file name that tells no language', run({ code: '1', fileName: 'notes.xyz' }), 'LANGUAGE_UNCLEAR'],
  ['an empty body', { path: '/v1/runs', method: 'POST', body: '' }, 'INVALID_JSON'],
  ['no body', { path: '/v1/runs', method: 'POST', headers: { 'content-type': 'application/json' } }, 'INVALID_JSON'],
  ['an empty object', run({}), 'INVALID_REQUEST'],
  ['empty code', run({ code: '', language: 'bash' }), 'INVALID_REQUEST'],
  ['code of blanks', run({ code: ' \n\t', language: 'bash' }), 'INVALID_REQUEST'],
  ['an empty text', run({ text: '' }), 'INVALID_REQUEST'],
  ['both text and code', run({ text: 'a', code: 'b', language: 'bash' }), 'INVALID_REQUEST'],
  ['invalid JSON', run('{"code": '), 'INVALID_JSON'],
  ['two JSON documents', run('{} {}'), 'INVALID_JSON'],
  ['a JSON array', run([]), 'INVALID_REQUEST'],
  ['JSON null', run('null'), 'INVALID_REQUEST'],
  ['deeply nested JSON', run('['.repeat(100_000) + ']'.repeat(100_000)), 'BODY_TOO_COMPLEX'],
  [
    'deeply nested options',
    run(`{"code":"1","options":${'{"limits":'.repeat(50_000)}1${'}'.repeat(50_001)}`),
    'BODY_TOO_COMPLEX',
  ],
  ['bytes that are not UTF-8', run(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)), 'INVALID_JSON'],
  ['a form', { ...bash({}), headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 'INVALID_JSON'],
  ['plain text', { ...bash({}), headers: { 'content-type': 'text/plain' } }, 'INVALID_JSON'],
  ['code that is a number', run({ code: 1, language: 'bash' }), 'INVALID_REQUEST'],
  ['input that is an object', bash({ input: {} }), 'INVALID_REQUEST'],
  ['an unknown field', bash({ colour: 'red' }), 'INVALID_REQUEST'],
  ['an unknown option', bash({ options: { retries: 1 } }), 'INVALID_REQUEST'],
  ['an unknown limit', bash({ options: { limits: { time: 1 } } }), 'INVALID_REQUEST'],
  ['a limit that is text', bash({ options: { limits: { timeoutMs: '5' } } }), 'INVALID_REQUEST'],
  ['a limit of nothing', bash({ options: { limits: { timeoutMs: 0 } } }), 'INVALID_REQUEST'],
  ['half a process', bash({ options: { limits: { processes: 1.5 } } }), 'INVALID_REQUEST'],
  ['four attempts', bash({ options: { attempts: 4 } }), 'INVALID_REQUEST'],
  ['time above the ceiling', bash({ options: { limits: { timeoutMs: 300_001 } } }), 'LIMIT_TOO_HIGH'],
  ['memory above the ceiling', bash({ options: { limits: { memoryMb: 4097 } } }), 'LIMIT_TOO_HIGH'],
  ['processes above the ceiling', bash({ options: { limits: { processes: 1025 } } }), 'LIMIT_TOO_HIGH'],
  ['output above the ceiling', bash({ options: { limits: { outputBytes: 104_857_601 } } }), 'LIMIT_TOO_HIGH'],
  ['disk above the ceiling', bash({ options: { limits: { diskMb: 1025 } } }), 'LIMIT_TOO_HIGH'],
  ['a host that is none', bash({ options: { network: { allow: ['exa mple'] } } }), 'INVALID_REQUEST'],
  ['an address of this machine', bash({ options: { network: { allow: ['127.0.0.1:22'] } } }), 'NETWORK_REFUSED'],
  ['more cores than the ceiling', bash({ options: { limits: { cpuPercent: 401 } } }), 'LIMIT_TOO_HIGH'],
  ['an unknown severity', bash({ options: { guard: { severities: { grave: 'block' } } } }), 'INVALID_REQUEST'],
  ['an unknown family', bash({ options: { guard: { families: { weather: 'block' } } } }), 'INVALID_REQUEST'],
  ['an unknown action', bash({ options: { guard: { rules: { 'python/eval': 'maybe' } } } }), 'INVALID_REQUEST'],
  ['an unknown kind of tests', bash({ options: { tests: { kinds: ['luck'] } } }), 'INVALID_REQUEST'],
  ['no time for tests', { path: '/v1/tests', body: { code: 'x', budgetMs: 1 } }, 'INVALID_REQUEST'],
  [
    'a program to test that is a path',
    { path: '/v1/tests', body: { code: 'x', fileName: '../x.py' } },
    'INVALID_REQUEST',
  ],
  ['an empty command', { path: '/v1/commands', body: { command: ' ' } }, 'INVALID_REQUEST'],
  ['a command that is always refused', { path: '/v1/commands', body: { command: 'sudo ls' } }, 'COMMAND_REFUSED'],
  ['testing nothing', { path: '/v1/tests', body: { code: ' ', language: 'python' } }, 'INVALID_REQUEST'],
  ['guarding an unknown language', { path: '/v1/guard', body: { code: 'x', language: 'cobol' } }, 'LANGUAGE_UNKNOWN'],
  ['analyzing what is not read here', { path: '/v1/analyze', body: { code: 'x', language: 'perl' } }, 'UNSUPPORTED'],
  ['a policy of nothing known', { path: '/v1/guard/policy', method: 'PUT', body: { rule: {} } }, 'INVALID_REQUEST'],
  ['a file above the workspace', files({ '../x': '' }), 'INVALID_REQUEST'],
  ['a file that climbs in the middle', files({ 'a/../../x': '' }), 'INVALID_REQUEST'],
  ['a file with an absolute path', files({ '/etc/passwd': '' }), 'INVALID_REQUEST'],
  ['a file without a name', files({ '': '' }), 'INVALID_REQUEST'],
  ['a file that is a directory', files({ 'a/': '' }), 'INVALID_REQUEST'],
  ['a file named by a dot', files({ '.': '' }), 'INVALID_REQUEST'],
  ['a file with NUL in its name', files({ 'a\0b': '' }), 'INVALID_REQUEST'],
  ['a file with a line break in its name', files({ 'a\nb': '' }), 'INVALID_REQUEST'],
  ['a name longer than file systems take', files({ ['n'.repeat(256)]: '' }), 'INVALID_REQUEST'],
  ['a path longer than file systems take', files({ ['ab/'.repeat(400)]: '' }), 'INVALID_REQUEST'],
  ['one path as file and as directory', files({ a: '', 'a/b': '' }), 'INVALID_REQUEST'],
  ['a file of the one name that records lose', files(JSON.parse('{"__proto__": "x"}')), 'INVALID_REQUEST'],
  ['201 files', files(many), 'INVALID_REQUEST'],
  ['a file that is no text', files({ a: 5 }), 'INVALID_REQUEST'],
  ['bytes that are not base64', files({ a: { base64: '***' } }), 'INVALID_REQUEST'],
  ['a run id of the wrong form', { path: '/v1/runs/1' }, 'INVALID_REQUEST'],
  ['a run that is not there', { path: `/v1/runs/${NO_RUN}` }, 'RUN_NOT_FOUND'],
  ['events of a run that is not there', { path: `/v1/runs/${NO_RUN}/events` }, 'RUN_NOT_FOUND'],
  ['cancelling a run that is not there', { path: `/v1/runs/${NO_RUN}/cancel`, method: 'POST' }, 'RUN_NOT_FOUND'],
  ['an unknown parameter', { path: '/v1/runs?page=2' }, 'INVALID_REQUEST'],
  ['a page of nothing', { path: '/v1/runs?limit=0' }, 'INVALID_REQUEST'],
  ['a page that is too long', { path: '/v1/runs?limit=1001' }, 'INVALID_REQUEST'],
  ['a page before nothing', { path: '/v1/runs?before=x' }, 'INVALID_REQUEST'],
  ['an unknown log level', { path: '/v1/logs?level=loud' }, 'INVALID_REQUEST'],
  ['a date that is none', { path: '/v1/logs?from=yesterday' }, 'INVALID_REQUEST'],
  ['an unknown format', { path: '/v1/logs?format=xml' }, 'INVALID_REQUEST'],
  ['an unknown scope', { path: '/v1/stats?scope=others' }, 'INVALID_REQUEST'],
  ['detecting nothing', { path: '/v1/detect', body: {} }, 'INVALID_REQUEST'],
  ['a volume without a name', { path: '/v1/volumes', body: {} }, 'INVALID_REQUEST'],
  ['a volume with a path for a name', { path: '/v1/volumes', body: { name: '../x' } }, 'INVALID_REQUEST'],
  ['a volume with the name of a route', { path: '/v1/volumes', body: { name: 'stats' } }, 'INVALID_REQUEST'],
  ['a volume for nothing', { path: '/v1/volumes', body: { name: 'a', maxBytes: 0 } }, 'INVALID_REQUEST'],
  ['a volume above the ceiling', { path: '/v1/volumes', body: { name: 'a', maxBytes: 1e12 } }, 'LIMIT_TOO_HIGH'],
  [
    'the same volume twice in a session',
    { path: '/v1/sessions', body: { volumes: [{ name: 'a' }, { name: 'a' }] } },
    'INVALID_REQUEST',
  ],
  [
    'a session with a volume that is not there',
    { path: '/v1/sessions', body: { volumes: [{ name: 'a' }] } },
    'VOLUME_NOT_FOUND',
  ],
  ['a volume that is not there', { path: '/v1/volumes/none' }, 'VOLUME_NOT_FOUND'],
  ['a name that no volume can have', { path: '/v1/volumes/A%20B' }, 'INVALID_REQUEST'],
  ['a file without a path', { path: '/v1/volumes/none/file' }, 'INVALID_REQUEST'],
  ['no levels of a directory', { path: '/v1/volumes/none/files?depth=0' }, 'INVALID_REQUEST'],
  [
    'saving in a volume that is not there',
    { path: '/v1/volumes/none/file?path=a', method: 'PUT', body: 'x' },
    'VOLUME_NOT_FOUND',
  ],
]

const session = (rest: string, call: Call = {}) => ({ path: `/v1/sessions${rest}`, ...call })
const checkpoint = (rest: string, call: Call = {}) => ({ path: `/v1/checkpoints${rest}`, ...call })
const network = { network: { allow: ['127.0.0.1:22'] } }
const raw = { 'content-type': 'application/octet-stream' }
const put = { method: 'PUT', body: { metadata: {} } }

const stateRefusals: typeof refusals = [
  ['a run in a session that is none', bash({ session: 'mine' }), 'SESSION_NOT_FOUND'],
  ['a run in a session that is not there', bash({ session: NO_SESSION }), 'SESSION_NOT_FOUND'],
  ['a session of unknown things', session('', { body: { colour: 'red' } }), 'INVALID_REQUEST'],
  ['a session with a variable that is none', session('', { body: { env: { '1=': 'x' } } }), 'INVALID_REQUEST'],
  ['a session above a ceiling', session('', { body: { limits: { memoryMb: 4097 } } }), 'LIMIT_TOO_HIGH'],
  ['a session with an address of this machine', session('', { body: network }), 'NETWORK_REFUSED'],
  ['a session id of the wrong form', session('/1'), 'INVALID_REQUEST'],
  ['a session that is not there', session(`/${NO_SESSION}`), 'SESSION_NOT_FOUND'],
  ['notes on a session that is not there', session(`/${NO_SESSION}`, put), 'SESSION_NOT_FOUND'],
  ['the history of a session that is not there', session(`/${NO_SESSION}/history`), 'SESSION_NOT_FOUND'],
  ['the files of a session that is not there', session(`/${NO_SESSION}/files`), 'SESSION_NOT_FOUND'],
  ['a variable without a language', session(`/${NO_SESSION}/variables/x`), 'INVALID_REQUEST'],
  ['a checkpoint of nothing', session(`/${NO_SESSION}/checkpoints`, { body: {} }), 'SESSION_NOT_FOUND'],
  ['a label that is empty', session(`/${NO_SESSION}/checkpoints`, { body: { label: '' } }), 'INVALID_REQUEST'],
  ['a checkpoint id of the wrong form', checkpoint('/latest'), 'INVALID_REQUEST'],
  ['a checkpoint that is not there', checkpoint(`/${NO_CHECKPOINT}`), 'CHECKPOINT_NOT_FOUND'],
  ['going back to nothing', checkpoint(`/${NO_CHECKPOINT}/restore`, { method: 'POST' }), 'CHECKPOINT_NOT_FOUND'],
  ['comparing with nothing', checkpoint(`/${NO_CHECKPOINT}/diff/${NO_CHECKPOINT}`), 'CHECKPOINT_NOT_FOUND'],
  ['an archive that is none', checkpoint('', { method: 'POST', body: 'nonsense', headers: raw }), 'ARCHIVE_REFUSED'],
]

const shared = oneEngine()

test.for([...refusals, ...stateRefusals])('%s is refused by name', async ([, call, code]) => {
  await expectError(await shared().call(call.path, call), code)
})

test.for([
  ['a file named like the program', files({ 'main.sh': '' })],
  ['more than the workspace holds', bash({ files: { a: 'x'.repeat(1_100_000) }, options: { limits: { diskMb: 1 } } })],
  ['more than the memory holds', bash({ files: { a: 'x'.repeat(3_200_000) }, options: { limits: { memoryMb: 3 } } })],
] as const)('%s is refused, at the latest when the sandbox is filled', async ([, call]) => {
  const body = (await (await shared().call(call.path, call)).json()) as { outcome?: string; error: object }
  expect(body.error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('body.files') })
  if ('runId' in body) expect(body.outcome).toBe('error')
})

test.for([
  ['a user name that is none', { body: { user: '../ada' } }, 'INVALID_REQUEST'],
  ['an admin flag that is text', { body: { user: 'cleo', admin: 'yes' } }, 'INVALID_REQUEST'],
  ['a label that is too long', { body: { user: 'cleo', label: 'x'.repeat(101) } }, 'INVALID_REQUEST'],
] as const)('%s makes no key', async ([, call, code]) => {
  const { engine, keys, call: send } = shared()
  await expectError(await send('/v1/keys', { ...call, key: keys.admin }), code)
  expect((await engine.keys.list()).map(({ user }) => user).sort()).toEqual(['ada', 'ben', 'root'])
})

test('a missing key cannot be revoked', async () => {
  const { call, keys } = shared()
  await expectError(await call(`/v1/keys/${NO_KEY}`, { method: 'DELETE', key: keys.admin }), 'KEY_NOT_FOUND')
  await expectError(await call('/v1/keys/x', { method: 'DELETE', key: keys.admin }), 'INVALID_REQUEST')
})

test('an invalid last event id is refused, and one beyond the end gives nothing more', async () => {
  const tools = shared()
  const { runId } = await runCode(tools, { code: 'true', language: 'bash' })
  const events = (id: string) => tools.call(`/v1/runs/${runId}/events`, { headers: { 'last-event-id': id } })
  for (const id of ['x', '-1', '1.5', '1e3', '0x1', '', '9'.repeat(16)])
    await expectError(await events(id), 'INVALID_REQUEST')
  expect(await (await events('999')).text()).toBe('')
})

test('a message names the field, the value and the allowed ones', async () => {
  const tools = shared()
  const refused = async (body: object) => {
    const response = await tools.call('/v1/runs', { body })
    return ((await response.json()) as { error: { message: string; hint: string } }).error
  }
  const limit = await refused({ code: 'true', language: 'bash', options: { limits: { timeoutMs: 400_000 } } })
  expect(limit.message).toContain('timeoutMs 400000 is above this server')
  expect(limit.hint).toContain('ANNEAL_MAX_TIMEOUT_MS')
  const field = await refused({ code: 'true', language: 'bash', options: { attempts: 7 } })
  expect(field.message).toContain('body.options.attempts')
  const language = await refused({ code: 'true', language: 'cobol' })
  expect(language.message).toContain('cobol')
  expect(language.hint).toMatch(/python.*javascript.*bash/)
})

test('a run that is refused leaves no trace in the list', async () => {
  await withEngine({}, async (tools) => {
    await expectError(await tools.call('/v1/runs', { body: { code: '1', language: 'cobol' } }), 'LANGUAGE_UNKNOWN')
    expect(await (await tools.call('/v1/runs')).json()).toEqual({ runs: [] })
  })
})

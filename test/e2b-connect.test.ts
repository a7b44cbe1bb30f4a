import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectCaller } from './support/connect-call.ts'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

const PROCESS = 'process.Process'

let server: E2bServer
let caller: ReturnType<typeof connectCaller>

beforeAll(async () => {
  server = await startE2bServer()
  const { sandboxId } = await openE2bSandbox(server)
  caller = connectCaller(server, await server.engine.machines.get(sandboxId, 'ada'))
})
afterAll(() => server.close())

const bash = (script: string) => ({ cmd: '/bin/bash', args: ['-c', script] })
const started = { event: { start: { pid: expect.any(Number) } } }
const said = (text: string) => ({ event: { data: { stdout: Buffer.from(text).toString('base64') } } })
const exited = { event: { end: { exitCode: 0, exited: true, status: 'exit status 0' } } }

describe('a stream', () => {
  test('begins with the process, and ends with its end and a frame that says so', async () => {
    const answer = await caller.stream(`${PROCESS}/Start`, [{ process: bash('echo hi'), stdin: false }])
    expect(answer).toEqual({ status: 200, messages: [started, said('hi\n'), exited, {}] })
  })

  test('tells the mistake in its last frame', async () => {
    const failing = async (procedure: string, messages: object[], headers = {}) => {
      const answer = await caller.stream(`${PROCESS}/${procedure}`, messages, headers)
      return [answer.status, answer.messages.length, answer.messages[0]?.error]
    }
    const start = { process: bash('true') }
    const unauthenticated = expect.objectContaining({ code: 'unauthenticated' })
    const invalid = expect.objectContaining({ code: 'invalid_argument' })
    const missing = expect.objectContaining({ code: 'not_found' })
    expect(await failing('Start', [start], { 'x-access-token': 'wrong' })).toEqual([200, 1, unauthenticated])
    expect(await failing('Start', [start], { authorization: 'Basic eDo=' })).toEqual([
      ...[200, 1, { code: 'unauthenticated', message: "invalid username: 'x'" }],
    ])
    expect(await failing('Start', [start], { authorization: 'Bearer x' })).toEqual([200, 1, unauthenticated])
    expect(await failing('Start', [{ process: { ...bash('true'), cwd: '/none' } }])).toEqual([200, 1, invalid])
    expect(await failing('Start', [])).toEqual([200, 1, invalid])
    expect(await failing('Start', [start, start])).toEqual([200, 1, invalid])
    expect(await failing('Start', [{ process: { cmd: 7 } }])).toEqual([200, 1, invalid])
    expect(await failing('Connect', [{ process: { pid: 999_999 } }])).toEqual([200, 1, missing])
    expect(await failing('Connect', [{ process: {} }])).toEqual([200, 1, invalid])
    expect(await failing('StreamInput', [{ start: { process: { tag: 'none' } } }])).toEqual([200, 1, missing])
  })

  test('is kept alive while it is silent, and ended when its time is over', async () => {
    const headers = { 'keepalive-ping-interval': '1', 'connect-timeout-ms': '1500' }
    const { messages } = await caller.stream(`${PROCESS}/Start`, [{ process: bash('sleep 60') }], headers)
    expect(messages).toEqual([
      started,
      { event: { keepalive: {} } },
      { error: { code: 'deadline_exceeded', message: expect.any(String) } },
    ])
  })

  test('brings input to the process it names, in order', async () => {
    const process = caller.stream(`${PROCESS}/Start`, [{ process: bash('head -c 6'), tag: 'reader' }])
    const bytes = (text: string) => ({ data: { input: { stdin: Buffer.from(text).toString('base64') } } })
    await expect.poll(async () => (await caller.unary(`${PROCESS}/List`, {})).messages[0]?.processes).toHaveLength(1)
    const listed = (await caller.unary(`${PROCESS}/List`, {})).messages[0]
    expect(listed).toMatchObject({ processes: [{ tag: 'reader', config: { cmd: '/bin/bash' } }] })
    const start = { start: { process: { tag: 'reader' } } }
    const answer = await caller.stream(`${PROCESS}/StreamInput`, [start, bytes('abc'), { keepalive: {} }, bytes('def')])
    expect(answer.messages).toEqual([{}, {}])
    const { messages } = await process
    const text = messages.map((message) => (message as never as ReturnType<typeof said>).event?.data?.stdout ?? '')
    expect(text.map((part) => Buffer.from(part, 'base64').toString()).join('')).toBe('abcdef')
    const afterwards = await caller.stream(`${PROCESS}/Connect`, [{ process: { tag: 'reader' } }])
    expect(afterwards.messages).toEqual([started, exited, {}])
  })
})

describe('a call', () => {
  test('is refused with the status and the code of the protocol when it cannot be answered', async () => {
    const failing = async (procedure: string, message: object) => {
      const { status, messages } = await caller.unary(procedure, message)
      return [status, messages[0]?.code]
    }
    const nobody = { process: { pid: 999_999 } }
    expect(await failing(`${PROCESS}/SendSignal`, { ...nobody, signal: 'SIGNAL_SIGKILL' })).toEqual([404, 'not_found'])
    expect(await failing(`${PROCESS}/SendInput`, { input: {} })).toEqual([400, 'invalid_argument'])
    expect(await failing('filesystem.Filesystem/Stat', { path: 'none' })).toEqual([404, 'not_found'])
    expect(await failing('filesystem.Filesystem/Stat', { path: 'a\0b' })).toEqual([400, 'invalid_argument'])
    expect(await failing('filesystem.Filesystem/MakeDir', { path: '/tmp' })).toEqual([409, 'already_exists'])
    const process = caller.stream(`${PROCESS}/Start`, [{ process: bash('sleep 60'), tag: 'sleeper' }])
    await expect.poll(async () => (await caller.unary(`${PROCESS}/List`, {})).messages[0]?.processes).toHaveLength(1)
    const sleeper = { process: { tag: 'sleeper' } }
    expect(await failing(`${PROCESS}/SendSignal`, { ...sleeper, signal: 'SIGNAL_SIGHUP' })).toEqual([
      501,
      'unimplemented',
    ])
    expect(await failing(`${PROCESS}/Update`, { ...sleeper, pty: { size: { cols: 9, rows: 9 } } })).toEqual([
      ...[400, 'invalid_argument'],
    ])
    expect((await caller.unary(`${PROCESS}/SendSignal`, { ...sleeper, signal: 15 })).status).toBe(200)
    expect((await process).messages).toContainEqual({
      event: { end: { exitCode: -1, exited: false, status: 'signal: terminated', error: 'signal: terminated' } },
    })
  })

  test('is refused in other forms', async () => {
    const status = async (headers: Record<string, string>, init: { method?: string; body?: string } = {}) =>
      (await caller.ask(`${PROCESS}/List`, { headers, body: '{}', ...init })).status
    expect(await status({ 'content-type': 'application/proto' })).toBe(415)
    expect(await status({ 'content-type': 'application/connect+json' })).toBe(415)
    expect(await status({ 'content-type': 'application/json' }, { method: 'PUT' })).toBe(405)
    expect(await status({ 'content-type': 'application/json' }, { body: '{' })).toBe(400)
    expect(await status({ 'content-type': 'application/json; charset=utf-8' }, { body: '' })).toBe(200)
  })
})

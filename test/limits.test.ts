import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { errorBody } from '../src/contract/errors.ts'
import type { RunResult } from '../src/contract/run.ts'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { runCode } from './support/each-route.ts'
import { withEngine, withServer } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { markedSleep, until, untilStarted } from './support/processes.ts'

test('a user who floods is told when to come back, and others do not notice', () =>
  undisturbed(500, async () => {
    await withEngine({ env: { ANNEAL_RATE_PER_SECOND: '1' } }, async ({ call, keys }) => {
      for (let request = 0; request < 4; request++) expect((await call('/v1/stats')).status).toBe(200)
      const refused = await call('/v1/stats')
      expect(refused.headers.get('retry-after')).toBe('1')
      await expectError(refused, 'RATE_LIMITED')
      await expectError(await call('/nothing'), 'RATE_LIMITED')
      expect((await call('/v1/stats', { key: keys.ben })).status).toBe(200)
      expect((await call('/v1/health')).status, 'health is not counted').toBe(200)
      await wait(1100)
      expect((await call('/v1/stats')).status).toBe(200)
    })
  }))

test('two keys of one user share one rate', () =>
  undisturbed(500, async () => {
    await withEngine({ env: { ANNEAL_RATE_PER_SECOND: '1' } }, async ({ call, engine }) => {
      const { key } = await engine.keys.add({ user: 'ada', admin: false, label: 'second' })
      const answers = []
      for (let request = 0; request < 6; request++)
        answers.push(await call('/v1/stats', request % 2 === 0 ? { key } : {}))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
    })
  }))

test('a request beyond the most that are served at once is refused, not kept waiting', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_REQUESTS: '2' } }, async ({ call }) => {
    const sleep = markedSleep(3)
    const body = { code: sleep, language: 'bash' }
    const served = [call('/v1/runs', { body }), call('/v1/runs', { body })]
    await untilStarted(sleep, 2)
    const refused = await call('/v1/stats')
    expect(refused.headers.get('retry-after')).toBe('1')
    await expectError(refused, 'SERVER_BUSY')
    for (const response of await Promise.all(served)) expect(response.status).toBe(200)
    expect((await call('/v1/stats')).status).toBe(200)
  })
})

test('sandboxes at work stay within the limit; the rest waits its turn, and waiting is not charged to the program', () =>
  undisturbed(500, async () => {
    await withEngine({ env: { ANNEAL_CONCURRENT_RUNS: '2' } }, async (tools) => {
      const body = {
        code: 'date +%s%N; sleep 0.3; date +%s%N',
        language: 'bash',
        options: { limits: { timeoutMs: 800 } },
      }
      const runs = await Promise.all(Array.from({ length: 6 }, () => runCode(tools, body)))
      const spans = runs.map((run) => spanOf(run))
      for (const { start } of spans) {
        expect(spans.filter((other) => other.start <= start && start < other.end).length).toBeLessThanOrEqual(2)
      }
      const waits = runs.map(({ blocks }) => blocks[0]?.attempts[0]?.waitMs ?? 0).sort((a, b) => a - b)
      expect(waits.at(-1)).toBeGreaterThan(550)
      expect(runs.map(({ outcome }) => outcome)).toEqual(runs.map(() => 'ok'))
    })
  }))

function spanOf({ blocks }: RunResult): { start: bigint; end: bigint } {
  const [start = '0', end = '0'] = blocks[0]?.attempts[0]?.stdout.trim().split('\n') ?? []
  return { start: BigInt(start), end: BigInt(end) }
}

test('a full queue refuses a run at once, with the time to come back', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_RUNS: '1', ANNEAL_QUEUED_RUNS: '1' } }, async ({ call, engine }) => {
    const sleep = markedSleep(3)
    const first = call('/v1/runs', { body: { code: sleep, language: 'bash' } })
    await untilStarted(sleep)
    const second = call('/v1/runs', { body: { code: 'echo second', language: 'bash' } })
    await until('one waits', async () => (await engine.health()).components.queue?.detail === '1 running, 1 waiting')
    const refused = await call('/v1/runs', { body: { code: 'echo third', language: 'bash' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    await expectError(refused, 'SERVER_BUSY')
    for (const response of await Promise.all([first, second]))
      expect(await response.json()).toMatchObject({ outcome: 'ok' })
    expect((await call('/v1/runs', { body: { code: 'true', language: 'bash' } })).status).toBe(200)
  })
})

test('a simultaneous crowd fills the queue and no more; everyone is answered', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_RUNS: '1', ANNEAL_QUEUED_RUNS: '3' } }, async ({ call }) => {
    const crowd = Array.from({ length: 12 }, () => call('/v1/runs', { body: { code: 'sleep 0.1', language: 'bash' } }))
    const told = await Promise.all(
      (await Promise.all(crowd)).map(async (response) => (await response.json()) as RunResult),
    )
    const [ok, busy] = [
      told.filter(({ outcome }) => outcome === 'ok'),
      told.filter(({ error }) => error?.code === 'SERVER_BUSY'),
    ]
    expect(ok.length).toBe(4)
    expect(busy.length).toBe(8)
  })
})

test('a request whose head is too large is refused, and its connection closed', async () => {
  await withServer({}, async ({ port, keys, call }) => {
    const head = `GET /v1/stats HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${keys.ada}\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(refusalIn(await talk(port, head))).toEqual([431, 'HEADERS_TOO_LARGE'])
    expect((await call('/v1/stats')).status).toBe(200)
  })
})

test.for([
  ['the head', 'POST /v1/runs HTTP/1.1\r\nhost: localhost\r\n'],
  [
    'the body',
    'POST /v1/detect HTTP/1.1\r\nhost: localhost\r\nx-api-key: KEY\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"text',
  ],
] as const)('a client that does not finish %s of its request is cut', async ([, text]) => {
  const listen = { headersTimeoutMs: 200, requestTimeoutMs: 400 }
  await withServer({ listen }, async ({ port, keys, call, logs }) => {
    expect(refusalIn(await talk(port, text.replace('KEY', keys.ada)))).toEqual([408, 'REQUEST_TIMEOUT'])
    expect((await call('/v1/stats')).status).toBe(200)
    expect(logs.filter((line) => line.msg === 'unexpected error')).toEqual([])
  })
})

test('bytes that are no HTTP are refused', async () => {
  await withServer({}, async ({ port, call }) => {
    const malformed = [400, 'MALFORMED_REQUEST']
    expect(refusalIn(await talk(port, 'hello\r\n\r\n'))).toEqual(malformed)
    const unfit = [
      'GET /v1/health HTTP/1.1\r\nconnection: close\r\n\r\n',
      'GET /v1/health HTTP/1.0\r\n\r\n',
      'GET /v1/health HTTP/1.1\r\nhost: a b"c\r\nconnection: close\r\n\r\n',
      'GET /v1/health HTTP/1.1\r\nhost: localhost:99999\r\nconnection: close\r\n\r\n',
      'GET /v1/health HTTP/1.1\r\nhost: user@localhost\r\nconnection: close\r\n\r\n',
      'GET * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'GET http://[bad/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n',
    ]
    for (const text of unfit) expect(refusalIn(await talk(port, text)), text).toEqual(malformed)
    const expecting = 'POST /v1/detect HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\ncontent-length: 0\r\n\r\n'
    expect(refusalIn(await talk(port, expecting))).toEqual([417, 'EXPECTATION_UNMET'])
    const smuggled =
      'POST /v1/detect HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(refusalIn(await talk(port, smuggled)), 'two lengths').toEqual(malformed)
    expect((await call('/v1/stats')).status).toBe(200)
  })
})

/** Status and code of an answer on the wire; its body must have its declared length, and the usual shape. */
function refusalIn(answer: string): [status: number, code: string] {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(Number(/^content-length: (\d+)$/im.exec(head)?.[1])).toBe(Buffer.byteLength(body))
  const { error } = errorBody.parse(JSON.parse(body))
  expect(/^x-request-id: (\S+)$/im.exec(head)?.[1]).toBe(error.requestId)
  return [Number(/^HTTP\/1\.1 (\d+) /.exec(head)?.[1]), error.code]
}

/** Sends text unchanged and gives everything that comes back until the server closes the connection. */
function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })
}

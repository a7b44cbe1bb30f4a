import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as connectHttp2, constants } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { makeCertificates } from '../src/cli/command/make-certificates.ts'
import type { Door } from '../src/server/http/create-door.ts'
import { type Listening, listen } from '../src/server/listen.ts'
import { openCertificate } from '../src/server/tls/certificate.ts'
import { localCertificateFiles } from '../src/server/tls/local-certificate.ts'
import { withServer } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { until } from './support/processes.ts'

interface Slow {
  port: number
  key: string
  from?: string
}

/** Begins a request whose body never ends. */
async function beginSlowly({ port, key, from = '127.0.0.1' }: Slow): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = `POST /v1/detect HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}`
  socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"text`)
  return socket
}

test('attack: slow bodies of one user take their own share, and neither the places of others nor health and metrics', async () => {
  const env = { ANNEAL_CONCURRENT_REQUESTS: '4', ANNEAL_CONCURRENT_REQUESTS_PER_USER: '2' }
  await withServer({ env }, async ({ port, keys, call }) => {
    const slow = await Promise.all(Array.from({ length: 6 }, () => beginSlowly({ port, key: keys.ada })))
    await until('the share is used up', async () => (await call('/v1/stats')).status === 429)
    await expectError(await call('/v1/stats'), 'TOO_MANY_AT_ONCE')
    for (let request = 0; request < 5; request++)
      expect((await call('/v1/stats', { key: keys.ben })).status, 'another user').toBe(200)
    for (const socket of slow) socket.destroy()
    await until('the share is free again', async () => (await call('/v1/stats')).status === 200)
  })
})

test('attack: health and metrics answer when every place is taken', async () => {
  await withServer({ env: { ANNEAL_CONCURRENT_REQUESTS: '2' } }, async ({ port, keys, call }) => {
    const slow = [await beginSlowly({ port, key: keys.ada }), await beginSlowly({ port, key: keys.ben })]
    await until('every place is taken', async () => (await call('/v1/stats')).status === 503)
    expect((await call('/v1/health', { key: '' })).status).toBe(200)
    expect((await call('/metrics', { key: keys.admin })).status).toBe(200)
    for (const socket of slow) socket.destroy()
  })
})

test('attack: slow bodies from one address take the share of that address, of any user', async () => {
  const env = { ANNEAL_CONCURRENT_REQUESTS_PER_ADDRESS: '2' }
  await withServer({ env }, async ({ port, keys, call }) => {
    const from = '127.0.0.2'
    const slow = [await beginSlowly({ port, key: keys.ada, from }), await beginSlowly({ port, key: keys.ben, from })]
    const third = await beginSlowly({ port, key: keys.admin, from })
    const [answer] = (await once(third, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 [\s\S]*TOO_MANY_AT_ONCE/)
    expect((await call('/v1/stats')).status, 'from another address').toBe(200)
    for (const socket of [...slow, third]) socket.destroy()
  })
})

describe('a body that comes too slowly', () => {
  const SLOW_BODY_MS = 600
  const STEP_MS = 50
  let home: string
  let server: Listening

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'anneal-slow-'))
    const files = localCertificateFiles(home)
    await makeCertificates(files, 'box.localhost')
    const app: Door = {
      fetch: async (request) => new Response(`${(await request.text()).length} bytes`),
      refuse: () => new Response(null, { status: 400 }),
    }
    server = await listen(app, {
      ...{ host: '127.0.0.1', port: 0, newRequestId: () => 'req', slowBodyMs: SLOW_BODY_MS },
      e2b: {
        answer(request, response) {
          if (request.url === '/v1/detect') return undefined
          request.resume().once('end', () => response.end('taken'))
          return request.url === '/talk' ? 'open' : 'steady'
        },
        refuses: () => undefined,
        isUpgrade: () => false,
        upgrade: (_request, socket) => void socket.destroy(),
      },
      certificate: openCertificate(files, () => {}),
    })
  })
  afterAll(async () => {
    const stopped = server.stop()
    server.force(0)
    await stopped
    await rm(home, { recursive: true, force: true })
  })

  /**
   * Sends this many bytes with each step until there is an answer or all is sent, and gives the status, or how it was
   * ended.
   */
  const sendTo = async (path: string, way: Way, bytesPerStep: number): Promise<string> => {
    const steps = 3 * (SLOW_BODY_MS / STEP_MS)
    const talk = way === 'http2' ? talkHttp2(server.port, path) : talkHttp1({ port: server.port, path, way })
    for (let step = 0; step < steps && !talk.isOver(); step++) {
      talk.write('x'.repeat(bytesPerStep))
      await wait(STEP_MS)
    }
    talk.end()
    return talk.outcome
  }

  it.for(['plain', 'tls', 'http2'] as const)('is cut by %s, at every door', async (way) => {
    const cut = way === 'http2' ? 'calmed' : '408'
    const paths = ['/v1/detect', '/files']
    expect(await Promise.all(paths.map((path) => sendTo(path, way, 1)))).toEqual([cut, cut])
  })

  it.for(['plain', 'tls', 'http2'] as const)(
    'is accepted by %s when its pace is bearable, or it is a conversation',
    async (way) => {
      const sent = [sendTo('/v1/detect', way, 200), sendTo('/files', way, 200), sendTo('/talk', way, 1)]
      expect(await Promise.all(sent)).toEqual(['200', '200', '200'])
    },
  )
})

type Way = 'plain' | 'tls' | 'http2'

interface Talk {
  write(text: string): void
  end(): void
  isOver(): boolean
  outcome: Promise<string>
}

function talkHttp1({ port, path, way }: { port: number; path: string; way: Way }): Talk {
  const to = { port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }
  const socket = way === 'tls' ? connectTls(to) : connect(to)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
    socket.end()
  })
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`)
  return {
    write: (text) => void socket.write(`${text.length.toString(16)}\r\n${text}\r\n`),
    end: () => void (socket.writable && socket.write('0\r\n\r\n')),
    isOver: () => answer !== '' || socket.destroyed,
    outcome: once(socket, 'close').then(() => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'cut'),
  }
}

function talkHttp2(port: number, path: string): Talk {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  const stream = session.request({ ':method': 'POST', ':path': path, ':authority': 'localhost' })
  let status = ''
  stream.on('response', (headers) => {
    status = String(headers[':status'])
  })
  stream.on('error', () => {})
  stream.resume()
  const outcome = new Promise<void>((closed) => stream.once('close', closed)).then(() => {
    session.destroy()
    return stream.rstCode === constants.NGHTTP2_ENHANCE_YOUR_CALM ? 'calmed' : status
  })
  return {
    write: (text) => void stream.write(text),
    end: () => void stream.end(),
    isOver: () => stream.closed,
    outcome,
  }
}

import { Agent, request as openRequest } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectTo, endOfHead, get, PUBLIC, startEgress, startOrigin, startSocketOrigin } from './egress.fixture.ts'
import { realReach } from './reach.ts'

/** Answers with the request's head and body. */
const echo = () =>
  startOrigin(async (request, response) => {
    const body = await text(request)
    response.setHeader('X-Origin', 'yes')
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.rawHeaders, body }))
  })
const bodyOf = (answer: string) => JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? 'null')

describe('the egress proxy', () => {
  it('carries a request to an allowed host, at the checked address, and records it', async () => {
    const { port } = await echo()
    const { open, requests, ends, connects } = startEgress({ allow: ['api.example'], port, clock: () => 1000 })
    const answer = await open().ask(get('http://API.example./a?b=c'))
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*X-Origin: yes\r\n/)
    expect(bodyOf(answer)).toMatchObject({ method: 'GET', url: '/a?b=c' })
    expect(connects).toEqual([[PUBLIC, 80]])
    const request = { at: 1000, method: 'GET', host: 'api.example', port: 80, allowed: true, address: PUBLIC }
    expect(requests).toEqual([request])
    await expect
      .poll(() => ends)
      .toEqual([
        { request, endedBy: 'done', durationMs: 0, sentBytes: expect.any(Number), receivedBytes: expect.any(Number) },
      ])
    expect(ends[0]?.request).toBe(requests[0])
    expect(ends[0]?.sentBytes).toBeGreaterThan(20)
    expect(ends[0]?.receivedBytes).toBeGreaterThan(20)
  })

  it('sends the checked host whatever the Host header says, and no header for proxies', async () => {
    const { port } = await echo()
    const { open } = startEgress({ allow: ['api.example:8080'], port })
    const headers = [
      'Proxy-Authorization: Basic c2VjcmV0',
      'Proxy-Connection: keep-alive',
      'Connection: keep-alive, X-Mine',
      'X-Mine: 1',
      'Keep-Alive: timeout=9',
      'TE: trailers',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
      'X-Kept: a',
      'x-kept: b',
    ]
    const { headers: sent } = bodyOf(await open().ask(get('http://api.example:8080/', headers)))
    expect(sent).toEqual(['Host', 'api.example:8080', 'X-Kept', 'a', 'x-kept', 'b', 'Connection', 'close'])
  })

  it('carries bodies, announced by length or in chunks, and answers of every kind', async () => {
    const { port } = await echo()
    const { open } = startEgress({ allow: ['api.example'], port })
    const client = open()
    const post = (framing: string, body: string) =>
      client.ask(`POST http://api.example/ HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${body}`)
    expect(bodyOf(await post('Content-Length: 5', 'hello'))).toMatchObject({ body: 'hello' })
    expect(bodyOf(await post('Transfer-Encoding: chunked', '3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n'))).toMatchObject({
      body: 'hello',
    })
    expect(bodyOf(await post('X-None: 1', ''))).toMatchObject({ body: '' })
    const waiting = await client.ask(
      'POST http://api.example/ HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
    )
    expect(waiting).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    expect(bodyOf(await client.ask('hello'))).toMatchObject({ body: 'hello' })
    expect(await client.ask('HEAD http://api.example/ HTTP/1.1\r\nHost: a\r\n\r\n', endOfHead)).toMatch(
      / 200 OK\r\n[\s\S]*\r\n\r\n$/,
    )
  })

  it('serves clients of HTTP/1.0', async () => {
    const { port } = await echo()
    const { open } = startEgress({ allow: ['api.example'], port })
    const client = open()
    expect(
      bodyOf(
        await client.ask('GET http://api.example HTTP/1.0\r\n\r\n', (heard) =>
          heard.endsWith('}') ? heard.length : undefined,
        ),
      ),
    ).toMatchObject({ url: '/' })
    await client.closed
  })

  it('checks each request of a connection on its own', async () => {
    const { port } = await echo()
    const { open, requests } = startEgress({ allow: ['api.example'], port })
    const client = open()
    for (const [host, status] of [
      ['api.example', 200],
      ['evil.example', 403],
      ['api.example', 200],
    ] as const) {
      const answer = await client.ask(get(`http://${host}/`))
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
    expect(requests.map(({ host, allowed }) => [host, allowed])).toEqual([
      ['api.example', true],
      ['evil.example', false],
      ['api.example', true],
    ])
  })

  it('gives the remedy in a refusal, and the reason in the record', async () => {
    const { open, requests, ends, connects } = startEgress({ allow: ['api.example'] })
    const refused = await open().ask(get('http://evil.example:8080/x'))
    expect(refused).toMatch(
      /^HTTP\/1.1 403 Forbidden\r\n[\s\S]*text\/plain[\s\S]*Add "evil.example:8080" to network.allow/,
    )
    const tunnel = open()
    expect(await tunnel.ask(connectTo('evil.example:443'))).toMatch(
      /^HTTP\/1.1 403 Forbidden\r\n[\s\S]*Add "evil.example" to/,
    )
    await tunnel.closed
    expect(requests).toMatchObject([
      { method: 'GET', host: 'evil.example', port: 8080, allowed: false, reason: 'not in the allow-list' },
      { method: 'CONNECT', host: 'evil.example', port: 443, allowed: false, reason: 'not in the allow-list' },
    ])
    expect([ends, connects]).toEqual([[], []])
  })

  it('refuses everything under an empty list', async () => {
    const { open, requests, connects } = startEgress({ allow: [] })
    for (const ask of [
      get('http://a.example/'),
      get('http://127.0.0.1/'),
      connectTo('a.example:443'),
      connectTo('[::1]:443'),
    ]) {
      expect(await open().ask(ask)).toMatch(/^HTTP\/1.1 403 /)
    }
    expect(requests.map(({ allowed }) => allowed)).toEqual([false, false, false, false])
    expect(connects).toEqual([])
  })

  it('opens a tunnel that carries bytes both ways until both sides have ended', async () => {
    const { port } = await startSocketOrigin((socket) => {
      let heard = ''
      socket.on('data', (bytes) => {
        heard += bytes
      })
      socket.on('end', () => socket.end(heard.toUpperCase()))
    })
    const { open, requests, ends } = startEgress({ allow: ['db.example:5432'], port })
    const client = open()
    expect(await client.ask(`${connectTo('db.example:5432')}early `)).toBe(
      'HTTP/1.1 200 Connection Established\r\n\r\n',
    )
    client.stream.end('and late')
    await client.closed
    expect(client.heard()).toBe('EARLY AND LATE')
    expect(requests).toMatchObject([
      { method: 'CONNECT', host: 'db.example', port: 5432, allowed: true, address: PUBLIC },
    ])
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'done', sentBytes: 14, receivedBytes: 14 }])
  })

  it('serves a real client over real sockets, with its own resolver and connections, to an address listed as such', async () => {
    const { port } = await echo()
    const { egress, requests } = startEgress({ allow: [`127.0.0.1:${port}`, `localhost:${port}`], ...realReach })
    const door = createServer({ allowHalfOpen: true }, (socket) => egress.handle(socket))
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    const proxy = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
    const agent = new Agent({ keepAlive: true, proxyEnv: { http_proxy: proxy } })
    onTestFinished(() => {
      agent.destroy()
      door.close()
    })
    const fetchText = (host: string, path: string) =>
      new Promise<string>((resolve, reject) => {
        openRequest({ host, port, path, agent }, (response) => resolve(text(response)))
          .on('error', reject)
          .end()
      })
    expect(JSON.parse(await fetchText('127.0.0.1', '/1'))).toMatchObject({ url: '/1' })
    expect(JSON.parse(await fetchText('127.0.0.1', '/2'))).toMatchObject({ url: '/2' })
    expect(await fetchText('localhost', '/3')).toMatch(/^localhost leads to an address that is not public/)
    expect(requests).toMatchObject([
      { host: '127.0.0.1', address: '127.0.0.1', allowed: true },
      { host: '127.0.0.1', address: '127.0.0.1', allowed: true },
      { host: 'localhost', allowed: false },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { connectTo, get, startEgress, startListener, startOrigin, startSocketOrigin } from './egress.fixture.ts'

describe('a hostile program in the sandbox', () => {
  it('cannot spell an address so that it passes for a name or for another address', async () => {
    const { open, requests, connects } = startEgress({ allow: ['*.example', '8.8.8.8'] })
    const forms = [
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '127.0.0.1.',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '0',
      '169.254.169.254',
    ]
    for (const form of forms) {
      expect(await open().ask(get(`http://${form}/`)), form).toMatch(/^HTTP\/1.1 403 /)
      expect(await open().ask(connectTo(`${form}:443`)), form).toMatch(/^HTTP\/1.1 403 /)
    }
    expect(new Set(requests.map(({ host }) => host))).toEqual(
      new Set(['127.0.0.1', '::1', '0.0.0.0', '169.254.169.254']),
    )
    expect(connects).toEqual([])
  })

  it('cannot use CONNECT as a relay to a port that is not listed', async () => {
    const { open, connects } = startEgress({ allow: ['api.example', 'mail.example:465'] })
    for (const authority of ['api.example:22', 'api.example:25', 'mail.example:25', 'mail.example:443']) {
      expect(await open().ask(connectTo(authority))).toMatch(/^HTTP\/1.1 403 /)
    }
    expect(connects).toEqual([])
  })

  it('cannot follow a redirect to where it may not go', async () => {
    const { port } = await startOrigin((_, response) =>
      response.writeHead(302, { Location: 'http://evil.example/' }).end(),
    )
    const { open, requests } = startEgress({ allow: ['api.example'], port })
    const client = open()
    const location = /Location: (\S+)/.exec(await client.ask(get('http://api.example/')))?.[1] ?? ''
    expect(await client.ask(get(location))).toMatch(/^HTTP\/1.1 403 /)
    expect(requests.map(({ host, allowed }) => [host, allowed])).toEqual([
      ['api.example', true],
      ['evil.example', false],
    ])
  })

  it('cannot slip a forbidden request in behind an allowed one', async () => {
    const hosts: (string | undefined)[] = []
    const { port } = await startOrigin((request, response) => {
      hosts.push(request.headers.host)
      setTimeout(() => response.end('slow'), 20)
    })
    const { open, requests } = startEgress({ allow: ['api.example'], port })
    const client = open()
    const first = await client.ask(
      get('http://api.example/') + get('http://evil.example/') + get('http://api.example/'),
    )
    expect([first, await client.hear(), await client.hear()].map((answer) => answer.slice(9, 12))).toEqual([
      '200',
      '403',
      '200',
    ])
    expect(hosts).toEqual(['api.example', 'api.example'])
    expect(requests.map(({ allowed }) => allowed)).toEqual([true, false, true])
  })

  it('cannot hide the framing of a body behind thousands of headers', async () => {
    const { seen, port } = await startListener()
    const { open } = startEgress({ allow: ['api.example'], port })
    const smuggled = get('http://evil.example/')
    open().send(
      get('http://api.example/', [...Array(2100).fill('a:'), `Content-Length: ${smuggled.length}`]) + smuggled,
    )
    await expect.poll(() => seen.join('')).toContain(`Content-Length: ${smuggled.length}`)
  })

  it('cannot make more simultaneous requests on one connection than allowed', async () => {
    const { port } = await startSocketOrigin(() => {})
    const { open, connects } = startEgress({ allow: ['api.example'], port, limits: { pipelined: 4 } })
    const client = open()
    client.send(get('http://api.example/').repeat(500))
    await client.closed
    expect(connects.length).toBeLessThanOrEqual(1)
  })

  it('cannot CONNECT in the middle of an answer', async () => {
    const { port } = await startSocketOrigin(() => {})
    const { open, requests } = startEgress({ allow: ['api.example'], port })
    const client = open()
    client.send(get('http://api.example/') + connectTo('api.example:443'))
    await client.closed
    expect(client.heard()).toBe('')
    await expect.poll(() => requests).toHaveLength(2)
    expect(requests.find(({ method }) => method === 'CONNECT')).toMatchObject({ allowed: false })
  })

  it('is cut off when the chunks of its body are wrong', async () => {
    const { port } = await startSocketOrigin(() => {})
    const { open, ends } = startEgress({ allow: ['api.example'], port })
    const client = open()
    client.send(`POST http://api.example/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 30))
    client.send('zz\r\n')
    await client.closed
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'client' }])
  })

  it('is told to use CONNECT for a WebSocket, which then works', async () => {
    const { seen, port } = await startListener()
    const { open } = startEgress({ allow: ['api.example'], port })
    const upgrade = ['Connection: Upgrade', 'Upgrade: WebSocket', 'Sec-WebSocket-Version: 13']
    expect(await open().ask(get('http://api.example/', upgrade))).toMatch(
      /^HTTP\/1.1 400 [\s\S]*WebSocket must go through CONNECT/,
    )
    const client = open()
    await client.ask(connectTo('api.example:80'))
    client.send('GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n')
    await expect.poll(() => seen.join('')).toContain('Upgrade: websocket')
  })
})

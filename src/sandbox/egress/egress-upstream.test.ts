import { connect, Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { connectTo, get, PUBLIC, startEgress, startOrigin, startSocketOrigin } from './egress.fixture.ts'

const allow = ['api.example']
const never = new Promise<never>(() => {})

describe('an upstream that fails', () => {
  it.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['talks nonsense', (socket: Socket) => socket.end('nonsense\r\n\r\n')],
    [
      'upgrades unasked',
      (socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ],
    [
      'frames its answer twice',
      (socket: Socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
    ['sends an impossible status', (socket: Socket) => socket.write('HTTP/1.1 042 \x01\r\nContent-Length: 0\r\n\r\n')],
  ])('is a 502 when it %s', async (_, fail) => {
    let isOver = false
    const { port } = await startSocketOrigin((socket) => {
      socket.once('data', () => fail(socket))
      for (const event of ['end', 'close']) {
        socket.once(event, () => {
          isOver = true
        })
      }
    })
    const { open, requests, ends } = startEgress({ allow, port })
    const client = open()
    expect(await client.ask(get('http://api.example/'))).toMatch(/^HTTP\/1.1 502 Bad Gateway\r\n[\s\S]*broke off/)
    expect(requests).toMatchObject([{ allowed: true, address: PUBLIC }])
    expect(ends).toMatchObject([{ endedBy: 'upstream' }])
    await expect.poll(() => isOver).toBe(true)
    expect(await client.ask(get('http://evil.example/')), 'the connection lives on').toMatch(/^HTTP\/1.1 403 /)
  })

  it('cuts the answer short, and never completes it, when it resets in the middle', async () => {
    const { port } = await startSocketOrigin((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () =>
          setTimeout(() => socket.resetAndDestroy(), 30),
        ),
      ),
    )
    const { open, ends } = startEgress({ allow, port })
    const client = open()
    client.send(get('http://api.example/'))
    await client.closed
    expect(client.heard()).toMatch(/half$/)
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'upstream' }])
  })

  it('ends the tunnel when it resets', async () => {
    const { port } = await startSocketOrigin((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const { open, ends } = startEgress({ allow, port })
    const client = open()
    await client.ask(connectTo('api.example:443'))
    client.send('hello')
    await client.closed
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'upstream', sentBytes: 5 }])
  })

  it('is a 502 when nobody listens, and when the name has no address', async () => {
    const { open, requests, ends } = startEgress({ allow, connect: connectToNobody })
    expect(await open().ask(get('http://api.example/'))).toMatch(/^HTTP\/1.1 502 [\s\S]*cannot be reached/)
    const nameless = startEgress({ allow, resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await nameless.open().ask(connectTo('api.example:443'))).toMatch(/^HTTP\/1.1 502 /)
    for (const record of [{ requests, ends }, nameless]) {
      expect(record.requests).toMatchObject([{ allowed: true }])
      expect(record.requests[0]).not.toHaveProperty('address')
      expect(record.ends).toMatchObject([{ endedBy: 'upstream', sentBytes: 0, receivedBytes: 0 }])
    }
  })

  it('is tried at its next address when the first does not answer', async () => {
    const { port } = await startSocketOrigin(() => {})
    const reached = (address: string) =>
      address === PUBLIC ? connectToNobody() : address === '8.8.8.8' ? new Socket() : connect(port, '127.0.0.1')
    const { open, requests } = startEgress({
      allow,
      resolve: async () => [PUBLIC, '8.8.8.8', '2606:4700::1111'],
      connect: reached,
      limits: { connectTimeoutMs: 300 },
    })
    expect(await open().ask(connectTo('api.example:443'))).toMatch(/^HTTP\/1.1 200 /)
    expect(requests).toMatchObject([{ address: '2606:4700::1111' }])
  })

  it.each([
    ['the name is not resolved', { resolve: () => never }],
    ['the connection does not come', { connect: () => new Socket() }],
  ])('is a 504 when %s in time', async (_, parts) => {
    const { open, ends } = startEgress({ allow, ...parts, limits: { connectTimeoutMs: 40 } })
    expect(await open().ask(get('http://api.example/'))).toMatch(/^HTTP\/1.1 504 Gateway Timeout\r\n/)
    expect(ends).toMatchObject([{ endedBy: 'timeout' }])
  })

  it('is a 504 when it does not answer in time, and a cut tunnel when it falls silent', async () => {
    const { port } = await startSocketOrigin(() => {})
    const { open, ends } = startEgress({ allow, port, limits: { idleTimeoutMs: 40 } })
    expect(await open().ask(get('http://api.example/'))).toMatch(/^HTTP\/1.1 504 /)
    const client = open()
    await client.ask(connectTo('api.example:443'))
    await client.closed
    await expect.poll(() => ends.map(({ endedBy }) => endedBy)).toEqual(['timeout', 'timeout'])
  })

  it('may answer before it has read all; the connection then ends with the answer', async () => {
    const { port } = await startOrigin((_, response) => response.writeHead(413).end('too much'))
    const { open } = startEgress({ allow, port })
    const client = open()
    client.send('POST http://api.example/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc')
    await client.closed
    expect(client.heard()).toMatch(/^HTTP\/1.1 413 [\s\S]*Connection: close\r\n[\s\S]*too much/)
  })
})

/** Connects to the lowest port of this host, where nothing listens. */
const connectToNobody = () => connect({ host: '127.0.0.1', port: 1 })

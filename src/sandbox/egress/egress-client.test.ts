import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Duplex, duplexPair } from 'node:stream'
import { describe, expect, it } from 'vitest'
import {
  connectTo,
  get,
  openSocketClient,
  PUBLIC,
  startEgress,
  startOrigin,
  startSocketOrigin,
} from './egress.fixture.ts'

const allow = ['api.example']

describe('a client', () => {
  it('loses its connection, and nobody else anything, when a listener throws', async () => {
    const { egress, open } = startEgress({ allow })
    const bug = new Error('a bug in the listener')
    egress.setPolicy({
      allow,
      onRequest: () => {
        throw bug
      },
    })
    const warning = once(process, 'warning')
    const client = open()
    client.send(get('http://evil.example/'))
    await client.closed
    expect(await warning).toEqual([bug])
    expect(client.heard()).toBe('')
  })

  it.each([
    ['waits for an answer', get('http://api.example/'), ''],
    ['hears an answer', get('http://api.example/'), 'HTTP/1.1 200 OK\r\n\r\nhalf'],
    ['has a tunnel', connectTo('api.example:443'), 'half'],
  ])('takes the upstream with it when it leaves while it %s', async (_, bytes, answer) => {
    const upstream = Promise.withResolvers<Socket>()
    const { port } = await startSocketOrigin((socket) => upstream.resolve(socket.resume()))
    const { egress, ends } = startEgress({ allow, port })
    const client = await openSocketClient(egress)
    client.send(bytes)
    const socket = await upstream.promise
    socket.write(answer)
    if (answer !== '') await expect.poll(client.heard).toContain('half')
    client.stream.resetAndDestroy()
    await once(socket, 'end')
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'client' }])
  })

  it('leaves no connection behind when it leaves before the name is resolved', async () => {
    const name = Promise.withResolvers<string[]>()
    const { open, requests, ends, connects } = startEgress({ allow, resolve: () => name.promise })
    const client = open()
    client.send(get('http://api.example/') + get('http://api.example/'))
    await new Promise((resolve) => setTimeout(resolve, 10))
    client.stream.end()
    await expect.poll(() => ends.map(({ endedBy }) => endedBy)).toEqual(['client', 'client'])
    name.resolve([PUBLIC])
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(requests).toHaveLength(2)
    expect(connects).toEqual([])
  })

  it('is cut off when it does not send a whole head in time', async () => {
    const { open } = startEgress({ allow, limits: { headTimeoutMs: 40 } })
    const client = open()
    expect(await client.ask(get('http://evil.example/'))).toMatch(/^HTTP\/1.1 403 /)
    client.send('GET http://api.example/ HT')
    await client.closed
  })

  it.each([1000, 1_000_000])('is cut off in time when it does not take an answer of %i bytes', async (bytes) => {
    const { port } = await startOrigin((_, response) => response.end(Buffer.alloc(bytes)))
    const { egress, ends } = startEgress({ allow, port, limits: { idleTimeoutMs: 60 } })
    const stuck = new Duplex({ read: () => {}, write: () => {} })
    egress.handle(stuck)
    stuck.push(get('http://api.example/'))
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'timeout' }])
  })

  it('can go on with the next request after a body that the other side did not want', async () => {
    const { port } = await startSocketOrigin((socket) => {
      setTimeout(() => socket.pause().end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), 30)
    })
    const { open } = startEgress({ allow, port })
    const client = open()
    const chunks = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`.repeat(100)
    const head = 'POST http://api.example/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await client.ask(`${head}${chunks}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    expect(await client.ask(get('http://evil.example/'))).toMatch(/^HTTP\/1.1 403 /)
  })

  it('gets no more connections than allowed, and others when those are gone', async () => {
    const { egress, open } = startEgress({ allow, limits: { connections: 2 } })
    const [first] = [open(), open()]
    const [inside, outside] = duplexPair()
    egress.handle(outside)
    expect(String((await once(inside, 'data'))[0])).toMatch(/^HTTP\/1.1 503 [\s\S]*2 connections open already/)
    await once(outside, 'close')
    first.stream.end()
    await first.closed
    expect(await open().ask(get('http://evil.example/'))).toMatch(/^HTTP\/1.1 403 /)
  })
})

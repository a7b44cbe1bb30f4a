import { once } from 'node:events'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { connectTo, get, openClient, PUBLIC, startEgress, startSocketOrigin } from './egress.fixture.ts'

const echo = () => startSocketOrigin((socket) => socket.pipe(socket))

describe('a policy that is replaced', () => {
  it('cuts the tunnels that it forbids at once, and leaves the others alone', async () => {
    const { port } = await echo()
    const { egress, open, ends, policyOf } = startEgress({ allow: ['a.example', 'b.example'], port })
    const [kept, cut] = [open(), open()]
    await kept.ask(connectTo('a.example:443'))
    await cut.ask(connectTo('b.example:443'))
    egress.setPolicy(policyOf(['a.example']))
    await cut.closed
    expect(await kept.ask('still here', (heard) => (heard.length < 10 ? undefined : 10))).toBe('still here')
    expect(ends).toMatchObject([{ request: { host: 'b.example' }, endedBy: 'policy' }])
    expect(await open().ask(connectTo('b.example:443'))).toMatch(/^HTTP\/1.1 403 /)
  })

  it('cuts by port, too, and also addresses that were listed', async () => {
    const { port } = await echo()
    const { egress, open, policyOf } = startEgress({ allow: ['a.example', '127.0.0.1:9'], port })
    const [name, address] = [open(), open()]
    await name.ask(connectTo('a.example:443'))
    await address.ask(connectTo('127.0.0.1:9'))
    egress.setPolicy(policyOf(['a.example:80', '127.0.0.1:10']))
    await Promise.all([name.closed, address.closed])
  })

  it('counts for a name that is still being resolved', async () => {
    const name = Promise.withResolvers<string[]>()
    const { egress, open, requests, ends, connects, policyOf } = startEgress({
      allow: ['a.example'],
      resolve: () => name.promise,
    })
    const client = open()
    const answer = client.ask(get('http://a.example/'))
    await new Promise((resolve) => setTimeout(resolve, 10))
    egress.setPolicy(policyOf([]))
    name.resolve([PUBLIC])
    expect(await answer).toMatch(/^HTTP\/1.1 403 /)
    expect(requests).toMatchObject([{ allowed: false, reason: 'not in the allow-list' }])
    expect([connects, ends]).toEqual([[], []])
  })

  it('counts for a connection that is still being made', async () => {
    const sockets: Socket[] = []
    const { egress, open, requests, policyOf } = startEgress({
      allow: ['a.example'],
      resolve: async () => [PUBLIC, '8.8.8.8'],
      connect: () => sockets[sockets.push(new Socket()) - 1] ?? new Socket(),
    })
    const answer = open().ask(connectTo('a.example:443'))
    await expect.poll(() => sockets).toHaveLength(1)
    egress.setPolicy(policyOf(['b.example']))
    expect(await answer).toMatch(/^HTTP\/1.1 403 /)
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true])
    expect(requests).toMatchObject([{ allowed: false }])
  })

  it('ends an answer that has begun', async () => {
    const upstream = Promise.withResolvers<Socket>()
    const { port } = await startSocketOrigin((socket) => {
      upstream.resolve(socket.resume())
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'))
    })
    const { egress, open, ends, policyOf } = startEgress({ allow: ['a.example'], port })
    const client = open()
    await client.ask(get('http://a.example/'), (heard) => (heard.endsWith('half') ? heard.length : undefined))
    egress.setPolicy(policyOf(['b.example']))
    await Promise.all([client.closed, once(await upstream.promise, 'end')])
    expect(ends).toMatchObject([{ endedBy: 'policy' }])
  })

  it('may open closed hosts, and hears of later connections', async () => {
    const { port } = await echo()
    const { egress, open, requests } = startEgress({ allow: [], port })
    const client = open()
    expect(await client.ask(get('http://a.example/'))).toMatch(/^HTTP\/1.1 403 /)
    const heard: string[] = []
    egress.setPolicy({ allow: ['a.example'], onRequest: ({ host }) => void heard.push(host) })
    expect(await client.ask(connectTo('a.example:443'))).toMatch(/^HTTP\/1.1 200 /)
    expect([requests.length, heard]).toEqual([1, ['a.example']])
  })

  it('changes nothing when one of its entries is invalid', async () => {
    const { port } = await echo()
    const { egress, open, policyOf } = startEgress({ allow: ['a.example'], port })
    const client = open()
    await client.ask(connectTo('a.example:443'))
    expect(() => egress.setPolicy(policyOf(['b.example', 'not a host']))).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining('"not a host"') }),
    )
    expect(await client.ask('hello', (heard) => (heard.length < 5 ? undefined : 5))).toBe('hello')
    expect(await open().ask(connectTo('b.example:443'))).toMatch(/^HTTP\/1.1 403 /)
  })

  it('is not changed from outside after it was set', async () => {
    const policy = { allow: ['a.example'] }
    const { egress, open } = startEgress({ allow: [] })
    egress.setPolicy(policy)
    policy.allow.push('b.example')
    expect(await open().ask(connectTo('b.example:443'))).toMatch(/^HTTP\/1.1 403 /)
  })
})

describe('closing', () => {
  it('cuts everything and accepts nothing more', async () => {
    const { port } = await echo()
    const { egress, open, ends } = startEgress({ allow: ['a.example'], port })
    const [tunnel, idle] = [open(), open()]
    await tunnel.ask(connectTo('a.example:443'))
    egress.close()
    await Promise.all([tunnel.closed, idle.closed, openClient(egress).closed])
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'closed' }])
  })
})

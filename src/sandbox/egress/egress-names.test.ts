import { describe, expect, it } from 'vitest'
import { connectTo, get, PUBLIC, startEgress, startSocketOrigin } from './egress.fixture.ts'

describe('names that lead elsewhere', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['a private one among public ones', [PUBLIC, '192.168.0.1']],
    ['loopback of IPv6', [PUBLIC, '::1']],
    ['something that is no address', ['localhost']],
  ])('are refused: %s', async (_, addresses) => {
    const { open, requests, connects } = startEgress({
      allow: ['api.example', '127.0.0.1:80'],
      resolve: async () => addresses,
    })
    const refused = await open().ask(get('http://api.example/'))
    expect(refused).toMatch(/^HTTP\/1.1 403 [\s\S]*leads to an address that is not public/)
    expect(refused).not.toContain(addresses.at(-1))
    expect(requests).toMatchObject([{ allowed: false, reason: expect.stringContaining(addresses.at(-1) ?? '') }])
    expect(connects).toEqual([])
  })

  it('are asked for once, and no answer that comes later counts', async () => {
    const { port } = await startSocketOrigin(() => {})
    const answers = [[PUBLIC], ['127.0.0.1']]
    const { open, connects } = startEgress({ allow: ['api.example'], port, resolve: async () => answers.shift() ?? [] })
    expect(await open().ask(connectTo('api.example:443'))).toMatch(/^HTTP\/1.1 200 /)
    expect(answers).toEqual([['127.0.0.1']])
    expect(await open().ask(connectTo('api.example:443'))).toMatch(/^HTTP\/1.1 403 /)
    expect(connects).toEqual([[PUBLIC, 443]])
  })
})

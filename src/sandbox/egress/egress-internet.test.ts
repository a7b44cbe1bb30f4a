import { describe, expect, it } from 'vitest'
import type { EgressRequest, NetworkPolicy } from '../network.ts'
import { connectTo, endOfHead, get, startEgress, startListener, startOrigin } from './egress.fixture.ts'

const EVERYTHING = '0.0.0.0/0'
const policyOf = (policy: Partial<NetworkPolicy> & { allowOut?: string[]; denyOut?: string[] } = {}): NetworkPolicy => {
  const { allowOut = [], denyOut = [], ...rest } = policy
  return { allow: [], internet: { allow: allowOut, deny: denyOut, ceiling: ['*'] }, ...rest }
}
/** An origin that answers with the head of the request. */
const startMirror = () =>
  startOrigin((request, response) => {
    response.end(JSON.stringify({ url: request.url, headers: request.rawHeaders }))
  })

describe('a sandbox with the open internet', () => {
  it('reaches any public host on any port, and nothing of this host', async () => {
    const { port } = await startMirror()
    const { open, connects } = startEgress({ allow: [], port, policy: policyOf() })
    expect(await open().ask(get('http://any.example:8080/path'))).toContain('"url":"/path"')
    expect(connects).toEqual([['93.184.215.14', 8080]])
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '2130706433'])
      expect(await open().ask(get(`http://${host}/`)), host).toMatch(/^HTTP\/1.1 403 /)
    expect(connects).toHaveLength(1)
  })

  it('does not reach a name with only denied addresses, and uses the other addresses of a mixed one', async () => {
    const { port } = await startMirror()
    const answers: Record<string, string[]> = { 'denied.example': ['8.8.8.8'], 'both.example': ['8.8.8.8', '9.9.9.9'] }
    const { open, connects } = startEgress({
      ...{ allow: [], port, policy: policyOf({ denyOut: ['8.8.8.0/24'] }) },
      resolve: async (host) => answers[host] ?? [],
    })
    expect(await open().ask(get('http://denied.example/'))).toMatch(/^HTTP\/1.1 403 .*denied to this sandbox/s)
    expect(await open().ask(get('http://both.example/'))).toMatch(/^HTTP\/1.1 200 /)
    expect(connects).toEqual([['9.9.9.9', 80]])
  })

  it('resolves no names when everything but some is denied', async () => {
    const { port } = await startMirror()
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return ['93.184.215.14']
    }
    const policy = policyOf({ allowOut: ['good.example', '8.8.8.8'], denyOut: [EVERYTHING] })
    const { open } = startEgress({ allow: [], port, policy, resolve })
    expect(await open().ask(get('http://secret-word.evil.example/'))).toMatch(/^HTTP\/1.1 403 /)
    expect(await open().ask(get('http://good.example/'))).toMatch(/^HTTP\/1.1 200 /)
    expect(await open().ask(get('http://8.8.8.8/'))).toMatch(/^HTTP\/1.1 200 /)
    expect(asked).toEqual(['good.example'])
  })

  it('is cut from an address that a new policy denies, and from nothing else', async () => {
    const { port } = await startListener()
    const resolve = async (host: string) => [host.startsWith('a') ? '8.8.8.8' : '9.9.9.9']
    const { egress, open } = startEgress({ allow: [], port, policy: policyOf(), resolve })
    const [cut, kept] = [open(), open()]
    await cut.ask(connectTo('a.example:443'), endOfHead)
    await kept.ask(connectTo('b.example:443'), endOfHead)
    egress.setPolicy(policyOf({ denyOut: ['8.8.8.8'] }))
    await cut.closed
    expect(kept.stream.destroyed || kept.stream.readableEnded).toBe(false)
    egress.setPolicy(policyOf({ proxy: { address: 'socks.example:1080' } }))
    await kept.closed
  })
})

describe('headers of a host', () => {
  const headers = { 'api.example': { Authorization: 'Bearer ${secret}', 'X-New': 'yes' } }
  const fillHeader = async (value: string) => value.replace('${secret}', 's3cret')

  it('replace the program’s own headers on requests to it, and on no other', async () => {
    const { port } = await startMirror()
    const { open } = startEgress({ allow: [], port, policy: policyOf({ headers, fillHeader }) })
    const sent = ['authorization: Bearer wrong', 'AUTHORIZATION: more', 'X-Kept: kept']
    const answer = await open().ask(get('http://API.example/', sent))
    expect(JSON.parse(answer.slice(endOfHead(answer))).headers).toEqual(
      expect.arrayContaining(['X-Kept', 'kept', 'Authorization', 'Bearer s3cret', 'X-New', 'yes']),
    )
    expect(answer).not.toContain('wrong')
    expect(answer).not.toContain('more')
    for (const host of ['www.api.example', 'api.example.org', 'example'])
      expect(await open().ask(get(`http://${host}/`)), host).not.toContain('s3cret')
  })

  it('are never left out: TLS that the proxy cannot read is refused, and TLS of its own offered', async () => {
    const { port } = await startMirror()
    const secured: string[] = []
    const requests: EgressRequest[] = []
    const onRequest = (request: EgressRequest) => void requests.push(request)
    const { open } = startEgress({
      ...{ allow: [], port, policy: policyOf({ headers, fillHeader, onRequest }) },
      secure: async (socket, host) => {
        secured.push(host)
        return socket
      },
    })
    expect(await open().ask(connectTo('api.example:443'))).toMatch(/^HTTP\/1.1 403 .*http:\/\/api\.example:443\//s)
    expect(requests[0]).toMatchObject({ allowed: false, reason: 'headers are to be set inside of TLS' })
    const answer = await open().ask(get('http://api.example:443/v1'))
    expect(JSON.parse(answer.slice(endOfHead(answer))).headers.slice(0, 2)).toEqual(['Host', 'api.example'])
    expect(answer).toContain('s3cret')
    await open().ask(get('http://api.example/'))
    expect(secured).toEqual(['api.example'])
  })

  it('keep the request from leaving when they cannot be made', async () => {
    const { port, seen } = await startListener()
    const unfit = [() => Promise.reject(new Error('no such secret')), async () => 'two\r\nlines: of it']
    for (const fill of unfit) {
      const { open } = startEgress({ allow: [], port, policy: policyOf({ headers, fillHeader: fill }) })
      expect(await open().ask(get('http://api.example/'))).toMatch(/^HTTP\/1.1 403 .*refers to a secret/s)
    }
    expect(seen).toEqual([])
  })
})

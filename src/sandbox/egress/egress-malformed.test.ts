import { describe, expect, it } from 'vitest'
import { connectTo, get, startEgress, startListener } from './egress.fixture.ts'

const raw = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

describe('a program in the sandbox that bends the protocol', () => {
  const malformed: Record<string, string> = {
    'a NUL in the host': get('http://evil.example\0.api.example/'),
    'a NUL in a CONNECT host': connectTo('evil.example\0.api.example:443'),
    'a tab in the host': get('http://evil.example\t.api.example/'),
    'a raw byte beyond ASCII in the host': get('http://\xe9.api.example/'),
    'a backslash in the host': get('http://evil.example\\.api.example/'),
    'a line break in a header': get('http://api.example/', ['A: b\rX: c']),
    'a folded header': get('http://api.example/', ['A: b', ' c']),
    'a space before the colon': get('http://api.example/', ['A : b']),
    'both framings': get('http://api.example/', ['Content-Length: 3', 'Transfer-Encoding: chunked']),
    'two lengths': get('http://api.example/', ['Content-Length: 3', 'Content-Length: 3']),
    'a length that is no number': get('http://api.example/', ['Content-Length: +3']),
    'chunked twice': get('http://api.example/', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']),
    'bare line feeds': 'GET http://api.example/ HTTP/1.1\nHost: a\n\n',
    'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'something else altogether': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  }
  it.each(Object.entries(malformed))('is turned away with %s', async (_, bytes) => {
    const { seen, port } = await startListener()
    const { open, requests } = startEgress({ allow: ['api.example', '*.api.example'], port })
    const client = open()
    expect(await client.ask(bytes)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    client.send('more of it')
    await client.closed
    const reason = expect.stringMatching(/^malformed HTTP \(HPE_/)
    expect(requests).toMatchObject([{ method: '', host: '', port: 0, allowed: false, reason }])
    expect(seen).toEqual([])
  })

  it('is turned away when its head does not end', async () => {
    const { open, requests } = startEgress({ allow: ['api.example'] })
    expect(await open().ask(get('http://api.example/', [`A: ${'b'.repeat(20_000)}`]))).toMatch(/^HTTP\/1.1 431 /)
    expect(requests).toMatchObject([{ allowed: false }])
  })

  const unfit: Record<string, [bytes: string, host: string]> = {
    userinfo: [get('http://api.example@evil.example/'), 'api.example@evil.example'],
    'userinfo with a password': [get('http://u:p@api.example/'), 'u:p@api.example'],
    'userinfo in CONNECT': [connectTo('api.example@evil.example:443'), 'api.example@evil.example:443'],
    'percent signs': [get('http://evil%2eexample/'), 'evil%2eexample'],
    'a zone': [get('http://[::1%25lo]/'), '[::1%25lo]'],
    'two trailing dots': [get('http://api.example../'), 'api.example..'],
    'no host': [get('http:///x'), ''],
    'port 0': [get('http://api.example:0/'), 'api.example:0'],
    'a port too high': [connectTo('api.example:65979'), 'api.example:65979'],
    'CONNECT without a port': [connectTo('api.example'), 'api.example'],
    'a path alone': [get('/x'), ''],
    'an asterisk': [raw('OPTIONS * HTTP/1.1', 'Host: api.example'), ''],
    'another scheme': [get('https://api.example/'), ''],
    'a fragment': [get('http://api.example/#@evil.example'), ''],
    'no Host header': [raw('GET http://api.example/ HTTP/1.1'), 'api.example'],
    'two Host headers': [get('http://api.example/', ['Host: b']), 'api.example'],
    'an unknown transfer coding': [
      `${get('http://api.example/', ['Transfer-Encoding: gzip, chunked'])}0\r\n\r\n`,
      'api.example',
    ],
    'an unknown expectation and host': [get('http:///', ['Expect: the-unexpected']), ''],
  }
  it.each(Object.entries(unfit))('is refused, and recorded, with %s', async (_, [bytes, host]) => {
    const { seen, port } = await startListener()
    const { open, requests } = startEgress({ allow: ['api.example', 'evil.example'], port })
    expect(await open().ask(bytes)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[\s\S]*This proxy refuses the request/)
    expect(requests).toMatchObject([{ host, allowed: false, reason: expect.any(String) }])
    expect(seen).toEqual([])
  })
})

import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framingOf, headersForInside, headersForOutside } from './forward-headers.ts'

const requestOf = (rawHeaders: string[], over: object = {}) => {
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1]]] : [])),
  )
  return {
    rawHeaders,
    headers,
    method: 'GET',
    socket: { remoteAddress: '10.0.0.1' },
    ...over,
  } as unknown as IncomingMessage
}
const inside = (rawHeaders: string[], mask: string | null = null) =>
  headersForInside(requestOf(rawHeaders), { host: 'me.example:1', mask, port: 80 })

describe('headers on their way to a server inside', () => {
  it('hold one host, spelled as programs expect it', () => {
    expect(inside(['host', 'a', 'HOST', 'b']).slice(0, 2)).toEqual(['Host', 'me.example:1'])
    expect(inside(['host', 'a', 'HOST', 'b']).filter((text) => text.toLowerCase() === 'host')).toHaveLength(1)
  })

  it('stay one header, whatever host name the owner wants to show', () => {
    expect(inside([], 'a\r\nX-Injected: 1\n${PORT}')[1]).toBe('aX-Injected:180')
  })

  it('keep the length of the body, even when "Connection" names it', () => {
    expect(inside(['Connection', 'content-length, x-a', 'Content-Length', '5', 'X-A', '1'])).toContain('Content-Length')
    expect(inside(['Connection', 'content-length, x-a', 'Content-Length', '5', 'X-A', '1'])).not.toContain('X-A')
  })

  it('never carry headers of one connection, nor pseudo-headers of HTTP/2', () => {
    const names = ['Connection', 'keep-alive', 'Transfer-Encoding', 'Upgrade', ':authority', 'X-Kept', 'TE']
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.string())), (pairs) => {
        const kept = headersForOutside(pairs.flat()).filter((_, at) => at % 2 === 0)
        expect(kept.filter((name) => name !== 'X-Kept')).toEqual([])
      }),
    )
  })
})

describe('the length of a body', () => {
  it.for([
    ['that was told', ['Content-Length', '5'], {}, []],
    ['that nobody knows', ['Transfer-Encoding', 'chunked'], {}, ['Transfer-Encoding', 'chunked']],
    ['of a stream that goes on', [], { stream: { endAfterHeaders: false } }, ['Transfer-Encoding', 'chunked']],
    ['of a stream that ends with its head', [], { stream: { endAfterHeaders: true } }, []],
    ['that should be there and is not', [], { method: 'POST' }, ['Content-Length', '0']],
    ['of a question', [], {}, []],
  ] as const)('%s is passed on unchanged', ([, raw, over, expected]) => {
    expect(framingOf(requestOf([...raw], over))).toEqual(expected)
  })
})

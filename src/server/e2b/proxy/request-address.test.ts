import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUnambiguous, urlOf } from './request-address.ts'

const requestOf = (over: object) =>
  ({
    rawHeaders: ['Host', 'a'],
    headers: { host: 'a' },
    url: '/',
    httpVersionMajor: 1,
    ...over,
  }) as unknown as IncomingMessage

it('every path is read as one of this host', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl(), fc.webPath(), fc.constantFrom('//', '//evil.example/x', '/\\evil', '/..')),
      (url) => {
        expect(urlOf(requestOf({ url })).host).toBe('localhost')
      },
    ),
  )
})

it.for([
  ['one host', {}, true],
  ['two hosts', { rawHeaders: ['Host', 'a', 'host', 'a'] }, false],
  [
    'the same host in both words of HTTP/2',
    { rawHeaders: [':authority', 'a', 'host', 'a'], httpVersionMajor: 2 },
    true,
  ],
  ['two hosts in HTTP/2', { rawHeaders: [':authority', 'a', 'host', 'b'], httpVersionMajor: 2 }, false],
  ['a host in its path', { url: 'http://b/' }, false],
  ['a question about the server itself', { url: '*' }, true],
  ['chunks', { headers: { host: 'a', 'transfer-encoding': 'Chunked' } }, true],
  ['another coding', { headers: { host: 'a', 'transfer-encoding': 'gzip, chunked' } }, false],
] as const)('a request with %s is known to be ambiguous or not', ([, over, expected]) => {
  expect(isUnambiguous(requestOf(over))).toBe(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['gzip, identity;q=0.5', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip, deflate, br', 'identity'],
  ['br, gzip, identity;q=0', 'gzip'],
  ['*;q=0, gzip', 'gzip'],
  ['identity;q=0, *', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['br', 'identity'],
])('a caller who accepts %j is sent %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

test.each(['identity;q=0', '*;q=0', 'br, identity;q=0', 'gzip;q=0, *;q=0'])(
  'a caller who accepts only %j is refused',
  (header) => {
    expect(() => acceptedEncoding(header)).toThrow(expect.objectContaining({ status: 406 }))
  },
)

test('no header is a bug', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      try {
        expect(['identity', 'gzip']).toContain(acceptedEncoding(header))
      } catch (error) {
        expect(error).toMatchObject({ status: 406 })
      }
    }),
  )
})

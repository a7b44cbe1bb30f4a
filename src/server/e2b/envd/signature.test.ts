import { getSignature } from 'e2b'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOfSignature, type SignedRequest, signatureOf, signedRequestOf } from './signature.ts'

const NOW_MS = 1_800_000_000_000
const now = { token: '0tQG31xiMp0IOQfaz9dcwi72L1CPo8e0', nowMs: NOW_MS }
/** Parts of an address; senders put no other characters into it. */
const word = fc.string({ unit: 'grapheme' })
const name = fc.stringMatching(/^[a-z0-9_-]{0,12}$/)
const operation = fc.constantFrom('read' as const, 'write' as const)

function refusal(request: SignedRequest, signature: string, at = now): string | undefined {
  return refusalOfSignature({ ...request, signature }, at)
}

test("links of E2B's SDK open the door to the file that they were made for", async () => {
  await fc.assert(
    fc.asyncProperty(word, operation, fc.option(name, { nil: undefined }), async (path, operation, user) => {
      const signed = await getSignature({ path, operation, user, envdAccessToken: now.token })
      const url = new URL('http://localhost/files')
      url.searchParams.set('path', path)
      if (user !== undefined) url.searchParams.set('username', user)
      const request = signedRequestOf(url, operation === 'write' ? 'POST' : 'GET')
      expect(refusal(request, signed.signature)).toBeUndefined()
    }),
  )
})

test('the known signature of E2B comes out', () => {
  const request = { path: 'hello.txt', operation: 'read', user: 'user' } as const
  expect(signatureOf(request, now.token)).toBe('v1_gUtH/s9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E')
})

test('a signature is good for its own path, operation, user, token and time, and for no other', () => {
  const request = fc.record({ path: word, operation, user: name, expiration: fc.integer({ min: 0, max: 2e9 }) })
  fc.assert(
    fc.property(request, request, fc.stringMatching(/^[0-9a-f]{40}$/), (signed, asked, token) => {
      const signature = signatureOf(signed, now.token)
      if (JSON.stringify(signed) !== JSON.stringify(asked)) expect(refusal(asked, signature)).toBe('invalid signature')
      expect(refusal(signed, signature, { ...now, token })).toBe('invalid signature')
      const { expiration: _, ...forEver } = signed
      expect(refusal(forEver, signature)).toBe('invalid signature')
    }),
  )
})

test('a link to read is no link to write', () => {
  const signature = signatureOf({ path: 'a', operation: 'read', user: '' }, now.token)
  expect(refusal({ path: 'a', operation: 'write', user: '' }, signature)).toBe('invalid signature')
})

test('a signature ends with its last second, and only a valid one is told so', () => {
  const request = { path: 'a', operation: 'read', user: '', expiration: NOW_MS / 1000 } as const
  const signature = signatureOf(request, now.token)
  expect(refusal(request, signature)).toBeUndefined()
  expect(refusal(request, signature, { ...now, nowMs: NOW_MS + 1000 })).toBe('signature is already expired')
  expect(refusal({ ...request, expiration: 1 }, signature)).toBe('invalid signature')
})

test('any other text in place of a signature or its time is refused', () => {
  fc.assert(
    fc.property(word, word, (signature, expiration) => {
      const url = new URL('http://localhost/files?path=a')
      url.searchParams.set('signature_expiration', expiration)
      expect(refusal(signedRequestOf(url, 'GET'), signature)).toBe('invalid signature')
    }),
  )
})

import { getSignature } from 'e2b'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSignedMachine } from './find-signed-machine.ts'

const tokens = Array.from({ length: 50 }, (_, n) => ({ id: `machine${n}`, accessToken: `token-of-${n}` }))
const linkOf = (query: Record<string, string>) => {
  const url = new URL('http://localhost/files')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

describe('a link to a file that names no machine', () => {
  it('is found by the official SDK’s signature, for its own file and operation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 49 }), fc.string(), fc.boolean(), async (n, path, expires) => {
        const { accessToken, id } = tokens[n] ?? { accessToken: '', id: '' }
        const asked = { path, operation: 'read' as const, user: 'user', envdAccessToken: accessToken }
        const { signature, expiration } = await getSignature({ ...asked, ...(expires && { expirationInSeconds: 60 }) })
        const until = expiration === null ? {} : { signature_expiration: String(expiration) }
        const url = linkOf({ path, username: 'user', signature, ...until })
        expect(findSignedMachine(url, 'GET', tokens)).toBe(id)
        expect(findSignedMachine(url, 'POST', tokens)).toBeUndefined()
        expect(
          findSignedMachine(linkOf({ path: `${path}x`, username: 'user', signature, ...until }), 'GET', tokens),
        ).toBeUndefined()
        expect(
          findSignedMachine(linkOf({ path, username: 'root', signature, ...until }), 'GET', tokens),
        ).toBeUndefined()
      }),
    )
  })

  it('belongs to no machine when it is forged, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('path', 'username', 'signature', 'signature_expiration'), fc.string()),
        (query) => {
          expect(findSignedMachine(linkOf(query), 'GET', tokens)).toBeUndefined()
        },
      ),
    )
  })
})

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillSecrets } from './fill-secrets.ts'
import { createSeal } from './sealed-text.ts'

describe('a seal', () => {
  const key = randomBytes(32)
  const seal = createSeal(key, 'test')

  it('is opened by the same key for the same purpose at the same place, and by nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const sealed = seal.close(text, 'ada/name')
        expect(seal.open(sealed, 'ada/name')).toBe(text)
        expect(() => seal.open(sealed, 'ben/name')).toThrow()
        expect(() => createSeal(key, 'other').open(sealed, 'ada/name')).toThrow()
        expect(() => createSeal(randomBytes(32), 'test').open(sealed, 'ada/name')).toThrow()
        const [content] = [Buffer.from(sealed.content, 'base64')]
        if (content.length > 0) content[0] = (content[0] ?? 0) ^ 1
        const changed = { ...sealed, content: content.toString('base64') }
        if (content.length > 0) expect(() => seal.open(changed, 'ada/name')).toThrow()
      }),
      { numRuns: 20 },
    )
  })

  it('never looks the same twice', () => {
    expect(seal.close('text', 'place')).not.toEqual(seal.close('text', 'place'))
  })
})

describe('references in a text', () => {
  const fill = (text: string) => fillSecrets(text, async (name) => `<${name}>`)

  it('are filled in, and the rest of the text is untouched', async () => {
    expect(await fill('Bearer ${e2b.secrets.a-b_1}, ${e2b.secrets.c}!')).toBe('Bearer <a-b_1>, <c>!')
    for (const text of ['', '$', '${', '${x}', '$e2b.secrets.a', '{e2b.secrets.a}']) expect(await fill(text)).toBe(text)
    expect(await fillSecrets('${e2b.secrets.a}', async () => '${e2b.secrets.b}')).toBe('${e2b.secrets.b}')
  })

  it('are refused when the secret does not exist or the reference has no end', async () => {
    for (const text of ['${e2b.identity.tokens.aws}', '${e2b.secrets.a', '${e2b.}'])
      await expect(fill(text), text).rejects.toMatchObject({ code: 'SECRET_NOT_FOUND' })
  })
})

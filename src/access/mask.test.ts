import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKnownKeys, keyHash } from './known-keys.ts'
import { createMask } from './mask.ts'

const KEY = `e2b_${'0f'.repeat(20)}`
const STRANGE = `e2b_${'1f'.repeat(20)}`

const known = createKnownKeys()
known.add(keyHash(KEY))

describe('the mask', () => {
  it('hides every key of this server, leaves the rest unchanged, and gives valid JSON', () => {
    const mask = createMask([], known)
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constant(KEY),
      fc.constantFrom('e2b_', STRANGE),
      fc.constant('"\\\n'),
    )
    fc.assert(
      fc.property(fc.array(piece), fc.double(), (pieces, number) => {
        const masked = JSON.parse(mask(JSON.stringify({ text: pieces.join(''), number })))
        expect(masked).toEqual(JSON.parse(JSON.stringify({ text: pieces.join('').replaceAll(KEY, 'e2b_•••'), number })))
      }),
    )
  })

  it('hides a key in the name of a property, and takes no half of a character for the beginning of one', () => {
    const mask = createMask([], known)
    const odd = { [`a ${KEY}`]: { [STRANGE]: KEY } }
    expect(mask(JSON.stringify(odd))).toBe(JSON.stringify({ 'a e2b_•••': { [STRANGE]: 'e2b_•••' } }))
    const split = JSON.stringify({ text: `\ud83e${KEY.slice(1)}` })
    expect(mask(split)).toBe(split)
  })

  it('hides configured secrets however they are written in JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 8, maxLength: 20 }), fc.string(), (secret, around) => {
        const mask = createMask([secret], known)
        const masked = JSON.parse(mask(JSON.stringify({ text: `${around}${secret}${around}` }))) as { text: string }
        expect(masked.text).toContain('•••')
        expect(masked.text).not.toContain(secret)
      }),
    )
  })

  it('does not take a number, or a property name of ours, for a secret that looks like it', () => {
    const event = { seq: 12_345_678, at: 1_234_567_890_123, durationMs: 0.123456789, sessionId: 'password 12345678' }
    const masked = JSON.parse(createMask(['12345678', 'sessionId'], known)(JSON.stringify(event)))
    expect(masked).toEqual({ ...event, sessionId: 'password •••' })
  })

  it('keeps the line break that ends a line of the log', () => {
    expect(createMask(['hush-hush'], known)('{"msg":"hush-hush","level":30}\n')).toBe('{"msg":"•••","level":30}\n')
  })

  it('leaves words alone that are too short to be secrets', () => {
    expect(createMask(['', 'print', 'admin'], known)('{"code":"print(admin)"}')).toBe('{"code":"print(admin)"}')
  })

  it('hides a secret in the middle of very long text', () => {
    const text = `${'x\\"\n'.repeat(2_000_000)}hush-hush-hush${'y'.repeat(1000)}`
    const masked = JSON.parse(createMask(['hush-hush-hush'], known)(JSON.stringify({ text }))) as { text: string }
    expect(masked.text.length).toBe(text.length - 'hush-hush-hush'.length + 3)
  })
})

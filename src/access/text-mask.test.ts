import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKnownKeys, keyHash } from './known-keys.ts'
import { createTextMask } from './text-mask.ts'

const KEY = `e2b_${'0f'.repeat(20)}`
/** Has the form of a key, and begins inside another such text, but was given to nobody. */
const STRANGE = `e2b_${'0f'.repeat(18)}0e2b`
const SECRETS = [
  'hush-hush-hush',
  'e2eee2e.*(e2e',
  'pa$$word\n"2',
  'hush-hush-hush-and-more',
  'a hush-hush-hush!',
  KEY.slice(0, 12),
]
const WORDS = [KEY, STRANGE, ...SECRETS]

const known = createKnownKeys()
known.add(keyHash(KEY))

function maskPieces(secrets: string[], pieces: string[]): string {
  const mask = createTextMask(secrets, known)
  return pieces.map(mask.write).join('') + mask.release()
}

/** States the rule independently of the mask: at each place take the longest secret, or else one character. */
function maskWhole(secrets: string[], text: string): string {
  const all = [KEY, ...secrets].sort((one, other) => other.length - one.length)
  let shown = ''
  for (let at = 0; at < text.length; ) {
    const secret = all.find((each) => text.startsWith(each, at))
    shown += secret === undefined ? text[at] : secret === KEY ? 'e2b_•••' : '•••'
    at += secret?.length ?? 1
  }
  return shown
}

/** Cuts text at these places. */
function cut(text: string, places: number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...sorted].map((from, index) => text.slice(from, sorted[index] ?? text.length))
}

const fragment = (words: string[]) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.constantFrom(...words),
    fc.constantFrom(...words).chain((word) => fc.nat(word.length).map((end) => word.slice(0, end))),
    fc.constantFrom(...words).chain((word) => fc.nat(word.length).map((start) => word.slice(start))),
  )

describe('the mask of text that comes in pieces', () => {
  it('shows the same text however it was cut', () => {
    fc.assert(
      fc.property(fc.array(fragment(WORDS)), fc.array(fc.nat()), (fragments, places) => {
        const text = fragments.join('')
        expect(maskPieces(SECRETS, cut(text, places))).toBe(maskWhole(SECRETS, text))
      }),
      { numRuns: 3000 },
    )
  })

  it('leaves text without a known secret as it is, to the byte', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 41 })
    const keyLike = hex.map((digits) => `e2b_${digits}`)
    const any = fc.oneof(keyLike, fc.string({ unit: 'binary' }), fc.constantFrom('e2b_', 'e2b', STRANGE))
    fc.assert(
      fc.property(fc.array(any), fc.array(fc.nat()), (fragments, places) => {
        const text = fragments.join('')
        fc.pre(!text.includes(KEY))
        expect(maskPieces([], cut(text, places))).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('hides a key of this server that is split over two pieces, and no other', () => {
    for (let at = 0; at <= KEY.length; at++) {
      expect(maskPieces([], [`<${KEY.slice(0, at)}`, `${KEY.slice(at)}>`])).toBe('<e2b_•••>')
      expect(maskPieces([], [`<${STRANGE.slice(0, at)}`, `${STRANGE.slice(at)}>`])).toBe(`<${STRANGE}>`)
    }
  })

  it('hides a key that begins inside of text that looks like another', () => {
    expect(maskPieces([], [STRANGE + KEY.slice(3)])).toBe(`${STRANGE.slice(0, -3)}e2b_•••`)
  })

  it('leaves no secret, and loses nothing else', () => {
    const parts = fc.array(fc.constantFrom(KEY, 'hush-hush-hush', ' plain ', 'text: '))
    fc.assert(
      fc.property(parts, fc.array(fc.nat()), (words, places) => {
        const shown = words.map((word) => (word === KEY ? 'e2b_•••' : word === 'hush-hush-hush' ? '•••' : word))
        expect(maskPieces(['hush-hush-hush'], cut(words.join(' | '), places))).toBe(shown.join(' | '))
      }),
    )
  })

  it('holds back no more than the beginning of a secret', () => {
    fc.assert(
      fc.property(fc.array(fragment(WORDS)), (pieces) => {
        const mask = createTextMask(SECRETS, known)
        for (const piece of pieces) {
          mask.write(piece)
          const held = mask.held()
          const isKeyStart = /^(e|e2|e2b|e2b_[0-9a-f]*)$/.test(held)
          expect(isKeyStart || SECRETS.some((secret) => secret.startsWith(held)), held).toBe(true)
          expect(held.length).toBeLessThan(KEY.length)
        }
      }),
    )
  })

  it('does not cut a secret that ends as it begins', () => {
    expect(maskPieces(['abcdefab'], ['xabcdefab', 'cdefab'])).toBe('x•••cdefab')
    expect(maskPieces(['abababab'], ['ababab', 'abab', 'ab'])).toBe('•••abab')
  })

  it('leaves words alone that are too short to be secrets', () => {
    expect(maskPieces(['admin'], ['ad', 'min'])).toBe('admin')
  })

  it('reads much text that only looks like keys without delay', () => {
    const mask = createTextMask(SECRETS.slice(0, 3), known)
    const piece = `${STRANGE} `.repeat(700)
    const start = performance.now()
    for (let round = 0; round < 320; round++) expect(mask.write(piece) + mask.release()).toHaveLength(piece.length)
    expect(performance.now() - start, 'ten megabytes').toBeLessThan(10_000)
  })
})

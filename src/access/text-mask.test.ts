import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextMask } from './text-mask.ts'

const KEY = `e2b_${'0f'.repeat(20)}`
const SECRETS = ['hush-hush-hush', 'e2eee2e.*(e2e', 'pa$$word\n"2']

function maskPieces(secrets: string[], pieces: string[]): string {
  const mask = createTextMask(secrets)
  return pieces.map(mask.write).join('') + mask.release()
}

/** Cuts text at these places, wherever they are. */
function cut(text: string, places: number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...sorted].map((from, index) => text.slice(from, sorted[index] ?? text.length))
}

const fragment = (words: string[]) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    ...words.map((word) => fc.constant(word)),
    ...words.map((word) => fc.nat(word.length).map((end) => word.slice(0, end))),
    ...words.map((word) => fc.nat(word.length).map((start) => word.slice(start))),
  )

describe('the mask of text that comes in pieces', () => {
  it('shows the same however the text was cut', () => {
    fc.assert(
      fc.property(fc.array(fragment([KEY, ...SECRETS])), fc.array(fc.nat()), (fragments, places) => {
        const text = fragments.join('')
        expect(maskPieces(SECRETS, cut(text, places))).toBe(maskPieces(SECRETS, [text]))
      }),
      { numRuns: 500 },
    )
  })

  it('leaves no secret that was there, and all that is none', () => {
    const parts = fc.array(fc.constantFrom(KEY, ...SECRETS, ' plain ', 'text: '))
    fc.assert(
      fc.property(parts, fc.array(fc.nat()), (words, places) => {
        const shown = words.map((word) => (word === KEY ? 'e2b_•••' : SECRETS.includes(word) ? '•••' : word))
        expect(maskPieces(SECRETS, cut(words.join(' | '), places))).toBe(shown.join(' | '))
      }),
    )
  })

  it('holds back no more than the beginning of a secret', () => {
    fc.assert(
      fc.property(fc.array(fragment([KEY, ...SECRETS])), (pieces) => {
        const mask = createTextMask(SECRETS)
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
})

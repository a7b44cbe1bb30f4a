import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleLines, visibleText } from './visible-text.ts'

describe('text made visible', () => {
  it('shows controls as pictures and other hidden characters by number', () => {
    expect(visibleText('a\u001b[31mb\u0007\u007f\u009b\u202ec\u2066\ufeff')).toBe(
      'a␛[31mb␇␡<U+009B><U+202E>c<U+2066><U+FEFF>',
    )
  })

  it('turns tabs into spaces, and leaves letters of every script and joined emoji alone', () => {
    expect(visibleText('\tnaïve 日本 👩‍🚀')).toBe('    naïve 日本 👩‍🚀')
  })

  it('never lets through characters that move a cursor or reverse the reading order', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\u001b', '\r', '\n', '\u202e', '\u2069', '\ud800', '\u009d'),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        const shown = visibleText(text)
        expect(shown).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u)
        expect(shown.isWellFormed()).toBe(true)
        expect(visibleText(shown)).toBe(shown)
      }),
    )
  })

  it('keeps line ends where lines are asked for', () => {
    expect(visibleLines('a\r\nb\u001b\n')).toEqual(['a', 'b␛'])
    expect(visibleLines('')).toEqual([''])
  })
})

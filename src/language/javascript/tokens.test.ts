import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenize } from './tokens.ts'

const kindsOf = (code: string): string[] => tokenize(code).map(({ kind, text }) => `${kind} ${text}`)

describe('the tokens of JavaScript', () => {
  it('tell a regular expression from a division', () => {
    expect(kindsOf('a / b / c')).toEqual(['name a', 'punctuation /', 'name b', 'punctuation /', 'name c'])
    expect(kindsOf('x = /a[/]b/g')).toEqual(['name x', 'punctuation =', 'regex /a[/]b/g'])
    expect(kindsOf('return /a/')).toEqual(['name return', 'regex /a/'])
  })

  it('cut a template at its expressions, nested ones too', () => {
    const code = ['`a$', '{b + `c$', '{d}` }e`'].join('')
    expect(tokenize(code).map(({ text }) => text)).toEqual(['`a$' + '{', 'b', '+', '`c$' + '{', 'd', '}`', '}e`'])
  })

  it('say which quote, template or comment has no end', () => {
    expect(tokenize("a('b)\nc").map(({ isUnclosed }) => isUnclosed)).toEqual([false, false, true, false])
    expect(tokenize('`a').at(-1)?.isUnclosed).toBe(true)
    expect(tokenize('/* a').at(-1)?.isUnclosed).toBe(true)
  })

  it('know the first token of a line, comments aside', () => {
    expect(tokenize('/* a */ b c\nd').map(({ isFirst, line }) => [isFirst, line])).toEqual([
      [true, 1],
      [true, 1],
      [false, 1],
      [true, 2],
    ])
  })

  it('are in order and leave out nothing but white space, whatever the text', () => {
    const text = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('`', '${', '}', '"""', '/', "'", '\\', '\n', '#', '//', '/*')),
    )
    fc.assert(
      fc.property(text, (parts) => {
        const code = parts.join('')
        let end = 0
        for (const token of tokenize(code)) {
          expect(code.slice(end, token.start).trim()).toBe('')
          expect(token.end).toBeGreaterThan(token.start)
          end = token.end
        }
        expect(code.slice(end).trim()).toBe('')
      }),
    )
  })
})

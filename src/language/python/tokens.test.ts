import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProgram } from '../../pipeline/correct/python/program.ts'
import { tokenize } from './tokens.ts'

const texts = (code: string): string[] => tokenize(code).map(({ text }) => text)

describe('tokens of Python', () => {
  it('are names, numbers, texts, operators, brackets and comments', () => {
    expect(texts('x += 0x1F # hex\ny = a[1:2.5e3]')).toEqual([
      'x',
      '+=',
      '0x1F',
      '# hex',
      '\n',
      'y',
      '=',
      'a',
      '[',
      '1',
      ':',
      '2.5e3',
      ']',
    ])
  })

  it('keep prefixes, escapes and triple quotes inside of texts', () => {
    expect(
      texts(String.raw`rb"a\"b" + f'{x}' + """two
lines"""`),
    ).toEqual([String.raw`rb"a\"b"`, '+', "f'{x}'", '+', '"""two\nlines"""'])
  })

  it('a text that is not closed ends with its line', () => {
    const [, , text, , next] = tokenize('x = "open\ny = 1')
    expect(text).toMatchObject({ text: '"open', string: { isClosed: false } })
    expect(next).toMatchObject({ text: 'y', line: 2 })
  })

  it('the names between the braces of an f-string are seen, those of its text are not', () => {
    const { names } = readProgram('print(f"Hello {user.name} and {{not}} {count:.2f} {text!r}")')
    expect(names.map(({ text }) => text)).toEqual(['print', 'user', 'name', 'count', 'text'])
  })

  it('a dot behind a number belongs to it only when no name follows', () => {
    expect(texts('1.5 + 2.real')).toEqual(['1.5', '+', '2', '.', 'real'])
  })

  it('any text has tokens, in order and without overlap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (code) => {
        let end = 0
        for (const token of tokenize(code)) {
          expect(token.start).toBeGreaterThanOrEqual(end)
          expect(code.slice(token.start, token.end)).toBe(token.text)
          end = token.end
        }
      }),
    )
  })
})

describe('statements of Python', () => {
  it('go over lines inside of brackets and end before the next keyword that begins one', () => {
    const { statements } = readProgram('x = [1,\n     2]\ny = (3\nreturn 4\nif a: b; c\n')
    expect(statements.map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [1, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [5, 5],
    ])
  })
})

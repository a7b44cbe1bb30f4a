import { describe, expect, it } from 'vitest'
import { innerQuotes } from './inner-quotes.ts'
import { parsedBy } from './repair.fixture.ts'

describe('a text with quotes of its own kind inside', () => {
  it.each([
    ['print("He said "hi" to me")', `print('He said "hi" to me')`],
    ["print('the 'best' one')", `print("the 'best' one")`],
    ['x = "a "b c" d "e" f"', `x = 'a "b c" d "e" f'`],
    ['print("it\'s "fine" now")', 'print("it\'s \\"fine\\" now")'],
    ['print(f"the value "{x}" is odd")', `print(f'the value "{x}" is odd')`],
  ])('gets the other quotes around it, or escapes inside: %s', (broken, mended) => {
    expect(parsedBy(innerQuotes, broken)).toBe(mended)
  })

  it.each(['print("a" x "b")', 'print("a" if y else "b"', 'f("a", "b"', 'x = "a" + y "b"'])(
    'is told from texts with something between them: %s',
    (code) => {
      expect(parsedBy(innerQuotes, code)).toBeUndefined()
    },
  )
})

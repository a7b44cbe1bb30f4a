import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemOfPattern } from './safe-pattern.ts'

describe('a user’s regular expression', () => {
  it.each([
    "^name '(\\w+)' is not defined",
    'quota (\\d+) of (\\d+)',
    '^a(?:b|c)?d$',
    '[*+]{2}',
    '(?:abc){2,5}',
    '\\(x\\)+',
  ])('%s is accepted', (source) => expect(problemOfPattern(source)).toBeUndefined())

  it.each([
    ['(a+)+$', 'must not repeat a group'],
    ['(a|a)*b', 'must not repeat a group'],
    ['((?:a{1,9})b)+', 'must not repeat a group'],
    ['(?:x?){40}', 'must not repeat a group'],
    ['.*.*.*x', 'at most 3'],
    ['^.*.*.*.*x', 'at most 3'],
    ['(a)\\1', 'must not refer back'],
    ['(', 'must be a regular expression'],
    ['a'.repeat(501), 'at most 500'],
  ])('%s is refused', (source, problem) => expect(problemOfPattern(source)).toContain(problem))

  it('matches any text quickly when it is accepted', () => {
    const piece = fc.constantFrom('a', 'b', '.', '(', ')', '|', '*', '+', '?', '[ab]', '{2,}', '\\w', '(?:', '^', '$')
    const source = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    const text = fc.array(fc.constantFrom('a', 'b', '!'), { minLength: 200, maxLength: 500 }).map((all) => all.join(''))
    fc.assert(
      fc.property(source, text, (one, given) => {
        if (problemOfPattern(one) === undefined) new RegExp(one).test(`${given}a`)
      }),
      { interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true },
    )
  })
})

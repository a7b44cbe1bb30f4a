import { describe, expect, it } from 'vitest'
import { createDirectChecker } from '../../../language/syntax/direct-checker.ts'
import { balanced } from './balance.ts'

const { check } = createDirectChecker({ onLoaded: () => undefined, onBroken: () => undefined })

describe('a part of a program', () => {
  const parts: [language: string, what: string, code: string][] = [
    ['python', 'a head without its body', 'for x in xs:\n    if x:\n'],
    ['python', 'an end that is shallower than its beginning', '        y += 1\n    print(y)\n'],
    ['python', 'a branch without its head', 'else:\n    y = 1\n'],
    ['python', 'a call that goes on', 'print(1,\n'],
    ['javascript', 'a function that goes on', 'function f(a) {\n  if (a) {\n    g()\n'],
    ['javascript', 'an end of a block', '    g()\n  }\n'],
  ]
  it.each(parts)('is accepted by the parser of %s when it is balanced: %s', async (language, _, code) => {
    expect(await check(language, code)).not.toEqual([])
    expect(await check(language, balanced(language, code))).toEqual([])
  })

  it('does not count brackets in strings and comments', () => {
    expect(balanced('javascript', 'a("(", 1) // {\n').trim()).toBe('a("(", 1) // {')
  })
})

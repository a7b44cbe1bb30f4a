import { describe, expect, it } from 'vitest'
import { pythonNesting } from './nesting.ts'

const DEEP = 3_000
const within = (part: string, end = '1', close = '') => part.repeat(DEEP) + end + close.repeat(DEEP)

describe('how deep a Python source nests', () => {
  it.each([
    ['brackets', within('(', '1', ')')],
    ['brackets that nobody closes', within('[')],
    ['dictionaries', within('{1: ', '1', '}')],
    ['calls in calls', within('f(', '1', ')')],
    ['calls of what was called', `a${'()'.repeat(DEEP)}`],
    ['attributes', `a${'.a'.repeat(DEEP)}`],
    ['places in places', `a${'[0]'.repeat(DEEP)}`],
    ['signs', within('-')],
    ['signs with spaces between', within('- ')],
    ['negations', within('not ')],
    ['sums', within('a + ')],
    ['sums over lines in a bracket', `(${within('a +\n')})`],
    ['sums over joined lines', within('a + \\\n')],
    ['powers', within('a ** ')],
    ['functions in functions', within('lambda: ')],
    ['conditions', within('a if b else ')],
    ['waiting', within('await ')],
  ])('is seen by its tokens: %s', (_, source) => {
    expect(pythonNesting(source)).toBeGreaterThanOrEqual(DEEP)
  })

  it('counts indentation', () => {
    const lines = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}if a:`)
    expect(pythonNesting(`${lines.join('\n')}\n${' '.repeat(300)}pass`)).toBeGreaterThanOrEqual(300)
  })

  it.each([
    ['lines', 'x = (a + b) * c.d[0]\n'.repeat(DEEP)],
    ['elements', `x = [${'(a.b + 1, -c), '.repeat(DEEP)}]`],
    ['statements', 'a.b(-c);'.repeat(DEEP)],
    ['functions', 'def f(a):\n    if a:\n        return -a\n\n'.repeat(DEEP)],
    ['what stands in strings', `x = "${'('.repeat(DEEP)}"\ny = '''${'[\n'.repeat(DEEP)}'''`],
    ['a quote in a string', '"\\"("\n'.repeat(DEEP)],
    ['a string that nobody closes', '"(\n'.repeat(DEEP)],
    ['what stands in comments', `# ${'('.repeat(DEEP)}\nx = 1`],
  ])('is small where things stand beside each other: %s', (_, source) => {
    expect(pythonNesting(source)).toBeLessThan(10)
  })
})

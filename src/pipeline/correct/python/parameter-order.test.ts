import { expect, it } from 'vitest'
import { parsedBy } from './repair.fixture.ts'
import { strayToken } from './stray-token.ts'

it.each([
  ['def f(a=1, b):\n    return b\nf(1, 2)\n', 'def f(a, b):\n    return b\nf(1, 2)\n'],
  [
    'def f(a: int = 1, b: int = 2, c):\n    return c\nf(1, 2, 3)\n',
    'def f(a: int, b: int, c):\n    return c\nf(1, 2, 3)\n',
  ],
  ['def f(self, a=1, b):\n    return b\nx.f(1, 2)\n', 'def f(self, a, b):\n    return b\nx.f(1, 2)\n'],
])('a default before a parameter without one goes where every call gives it: %j', (broken, mended) => {
  expect(parsedBy(strayToken, broken)).toBe(mended)
})

it.each([
  ['def f(a=1, b):\n    return b\nf(2)\n', 'def f(b, a=1):\n    return b\nf(2)\n'],
  ['def f(a=1, b):\n    return b\nf(b=2)\n', 'def f(b, a=1):\n    return b\nf(b=2)\n'],
  ['def f(a=1, b):\n    return b\n', 'def f(b, a=1):\n    return b\n'],
])('a parameter without a default moves before it where a call leaves it out: %j', (broken, mended) => {
  expect(parsedBy(strayToken, broken)).toBe(mended)
})

it('a call puts the argument without a name first', () => {
  expect(parsedBy(strayToken, 'f(a=1, b)\n')).toBe('f(b, a=1)\n')
})

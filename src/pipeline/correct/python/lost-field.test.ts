import { describe, expect, it } from 'vitest'
import { lostField } from './lost-field.ts'
import { faultOf, repairBy } from './repair.fixture.ts'

const classOf = (use: string, first = 'self.n = n'): string =>
  `class A:\n    def __init__(self, n):\n        ${first}\n    def f(self, x):\n        ${use}\n`
const repaired = (code: string, line = 5) =>
  repairBy(lostField, faultOf(code, ['AttributeError', "'A' object has no attribute 'xs'", line]))

describe('a field that nothing begins', () => {
  it.each([
    ['self.xs.append(x)', '[]'],
    ['self.xs.add(x)', 'set()'],
    ['self.xs += 1', '0'],
    ['self.xs = self.xs + "a"', "''"],
    ['self.xs[x] = 1', '{}'],
  ])('is begun in the initializer as `%s` tells, with %s', (use, start) => {
    expect(repaired(classOf(use))).toBe(classOf(use, `self.xs = ${start}\n        self.n = n`))
  })

  it('gets an initializer where the class has none', () => {
    const code = 'class A:\n    def f(self, x):\n        self.xs.append(x)\n'
    expect(repaired(code, 3)).toBe(
      'class A:\n    def __init__(self):\n        self.xs = []\n\n    def f(self, x):\n        self.xs.append(x)\n',
    )
  })

  it('is left alone where it is only read, is given elsewhere, or may come from a class above', () => {
    expect(repaired(classOf('return self.xs[0]'))).toBeUndefined()
    expect(repaired(classOf('self.xs.append(x)', 'self.xz = n'))).toBeUndefined()
    expect(repaired(`${classOf('self.xs.append(x)')}a = A(1)\na.xs = [1]\n`)).toBeUndefined()
    expect(repaired('class A(B):\n    def f(self, x):\n        self.xs.append(x)\n', 3)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { callOrNot } from './call-or-not.ts'
import { lateDefinition } from './late-definition.ts'
import { missingIn } from './missing-in.ts'
import { faultOf, parsedBy, repairBy, type Told } from './repair.fixture.ts'
import { splitSign } from './split-sign.ts'
import { wrongBrackets } from './wrong-brackets.ts'

const unknown = (name: string, line: number): Told => ['NameError', `name '${name}' is not defined`, line]

describe('a value that was only named is called:', () => {
  it.each<[string, string, Told, string]>([
    [
      'super',
      'class B(A):\n    def __init__(self, x):\n        super.__init__(x)\n',
      ['TypeError', "descriptor '__init__' requires a 'super' object but received a 'int'", 3],
      'class B(A):\n    def __init__(self, x):\n        super().__init__(x)\n',
    ],
    [
      'a coroutine function',
      'asyncio.run(main)\n',
      ['ValueError', 'a coroutine was expected, got <function main at 0x7f>', 1],
      'asyncio.run(main())\n',
    ],
    [
      'a class',
      'class Dog:\n    def bark(self):\n        return 1\n\nd = Dog\nd.bark()\n',
      ['TypeError', "Dog.bark() missing 1 required positional argument: 'self'", 6],
      'class Dog:\n    def bark(self):\n        return 1\n\nd = Dog()\nd.bark()\n',
    ],
  ])('%s', (_, broken, told, repaired) => expect(repairBy(callOrNot, faultOf(broken, told))).toBe(repaired))

  it('but no class that asks for something', () => {
    const code =
      'class Dog:\n    def __init__(self, age):\n        self.age = age\n    def bark(self):\n        return 1\n\nd = Dog\nd.bark()\n'
    const told: Told = ['TypeError', "Dog.bark() missing 1 required positional argument: 'self'", 8]
    expect(repairBy(callOrNot, faultOf(code, told))).toBeUndefined()
  })

  it('and a property is not', () => {
    const code = 'class C:\n    @property\n    def area(self):\n        return 3\n\nprint(C().area())\n'
    const fault = faultOf(code, ['TypeError', "'int' object is not callable", 6])
    expect(repairBy(wrongBrackets, fault)).toContain('print(C().area)')
  })
})

describe('a definition below the code that uses it', () => {
  it('is moved above it, with its decorators and all that it uses itself', () => {
    const broken = 'x = 1\nprint(f(x))\n\n@cache\ndef f(n):\n    return g(n)\n\ny = 2\n\ndef g(n):\n    return n\n'
    const repaired = 'x = 1\n@cache\ndef f(n):\n    return g(n)\n\ndef g(n):\n    return n\n\nprint(f(x))\n\ny = 2\n\n'
    expect(repairBy(lateDefinition, faultOf(broken, unknown('f', 2)))).toBe(repaired)
  })

  it('stays where only other functions use it', () => {
    const code = 'def f():\n    return g()\n\ndef g():\n    return 1\n\nf()\n'
    expect(repairBy(lateDefinition, faultOf(code, unknown('g', 2)))).toBeUndefined()
  })
})

describe('a sign in two halves', () => {
  it.each([
    ['def f(x) - > int:\n    return x\n', 'def f(x) -> int:\n    return x\n'],
    ['if x = = 1 and y ! = 2:\n    pass\n', 'if x == 1 and y != 2:\n    pass\n'],
  ])('is joined: %j', (broken, repaired) => expect(parsedBy(splitSign, broken)).toBe(repaired))

  it('is joined once where three halves stand in a row', () =>
    expect(parsedBy(splitSign, 'if a ! = = b:\n    pass\n')).toBe('if a != = b:\n    pass\n'))

  it('is no minus before a number', () => expect(parsedBy(splitSign, 'x = - 1\ny = a * - b\n')).toBeUndefined())
})

describe('the `in` of a loop', () => {
  it.each([
    ['for x [1, 2]:\n    pass\n', 'for x in [1, 2]:\n    pass\n'],
    ['for i, x enumerate(xs):\n    pass\n', 'for i, x in enumerate(xs):\n    pass\n'],
  ])('is put into %j', (broken, repaired) => expect(parsedBy(missingIn, broken)).toBe(repaired))

  it('is not put where the loop has lost more', () => expect(parsedBy(missingIn, 'for x:\n    pass\n')).toBeUndefined())
})

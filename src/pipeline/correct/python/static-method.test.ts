import { describe, expect, it } from 'vitest'
import { faultOf, repairBy, type Told } from './repair.fixture.ts'
import { staticMethod } from './static-method.ts'

const surplus: Told = ['TypeError', 'C.f() takes 1 positional argument but 2 were given', 9]
const missing: Told = ['TypeError', "C.f() missing 1 required positional argument: 'x'", 9]

describe('a method that never uses its object', () => {
  it('becomes static where its class calls it by name, with those beside it', () => {
    const code = 'class C:\n    def f(x):\n        return x\n    def g(x):\n        return C.f(x)\n'
    expect(repairBy(staticMethod, faultOf(code, surplus))).toBe(
      'class C:\n    @staticmethod\n    def f(x):\n        return x\n    @staticmethod\n    def g(x):\n        return C.f(x)\n',
    )
  })

  it('becomes static where another method of its class is', () => {
    const code = 'class C:\n    @staticmethod\n    def g(x):\n        return x\n    def f(x):\n        return x\n'
    expect(repairBy(staticMethod, faultOf(code, surplus))).toBe(
      'class C:\n    @staticmethod\n    def g(x):\n        return x\n    @staticmethod\n    def f(x):\n        return x\n',
    )
  })

  it('becomes static where a test calls it by its class', () => {
    const code = 'class C:\n    def f(self, x):\n        return x\n'
    const fault = { ...faultOf(code, missing), test: 'assert C.f(1) == 1' }
    expect(repairBy(staticMethod, fault)).toBe('class C:\n    @staticmethod\n    def f(x):\n        return x\n')
    expect(repairBy(staticMethod, { ...fault, test: 'assert C().f(1) == 1' })).toBeUndefined()
  })

  it('stays as it is where it uses the object, or nothing beside it is static', () => {
    const uses = 'class C:\n    def f(x):\n        return self.n + C.f(x)\n'
    expect(repairBy(staticMethod, faultOf(uses, surplus))).toBeUndefined()
    expect(repairBy(staticMethod, faultOf('class C:\n    def f(x):\n        return x\n', surplus))).toBeUndefined()
  })
})

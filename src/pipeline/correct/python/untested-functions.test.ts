import { describe, expect, it } from 'vitest'
import { untestedFunctions } from './untested-functions.ts'

const untested = (code: string, ...tests: string[]) => untestedFunctions(code, tests).map(({ name }) => name)

const THREE = 'def one(n):\n    return n\n\ndef two(n):\n    return one(n)\n\ndef three(n):\n    return n\n'

describe('functions that no test reaches', () => {
  it('are those that tests neither call nor come to by way of others', () => {
    expect(untested(THREE, 'assert two(1) == 1')).toEqual(['three'])
    expect(untested(THREE, 'assert two(1) == 1', 'assert three(1) == 1')).toEqual([])
  })

  it('are none that the program itself calls', () => {
    expect(untested(`${THREE}print(three(2))\n`, 'assert two(1) == 1')).toEqual([])
  })

  it('are methods too, but for those that Python calls', () => {
    const code = 'class Box:\n    def __init__(self):\n        self.n = 0\n    def add(self):\n        self.n += 1\n'
    expect(untested(`${code}    def take(self):\n        self.n -= 1\n`, 'Box().add()')).toEqual(['take'])
  })

  it('are none that a decorator or an outer function hands on', () => {
    const code =
      '@route("/")\ndef home():\n    return 1\n\ndef outer():\n    def inner():\n        return 2\n    return 3\n'
    expect(untested(code, 'outer()')).toEqual([])
  })

  it('say whether their authors ever wrote them', () => {
    const code = 'def one(n):\n    return n\n\ndef two(n):\n    return\n\ndef three(n):\n    """Later."""\n    ...\n'
    expect(untestedFunctions(code, ['one(1)'])).toEqual([
      { name: 'two', isStub: true },
      { name: 'three', isStub: true },
    ])
    expect(untestedFunctions(THREE, ['two(1)'])).toEqual([{ name: 'three', isStub: false }])
  })
})

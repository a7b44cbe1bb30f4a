import { expect, it } from 'vitest'
import { bareGenerator } from './bare-generator.ts'
import { indentation } from './indentation.ts'
import { faultOf, parsedBy, repairBy } from './repair.fixture.ts'
import { unreadAnnotation } from './unread-annotation.ts'

const toldOf = (name: string) => ['NameError', `name '${name}' is not defined`, 1] as [string, string, number]

it('Annotations are left unread where an unknown name stands only in them', () => {
  const code = 'def f(n: int, tree: Tree = None) -> list[Tree]:\n    return [n]\n'
  const mended = `from __future__ import annotations\n${code}`
  expect(repairBy(unreadAnnotation, faultOf(code, toldOf('Tree')))).toBe(mended)
  expect(repairBy(unreadAnnotation, faultOf(`${code}Tree()\n`, toldOf('Tree')))).toBeUndefined()
  expect(repairBy(unreadAnnotation, faultOf('def f(n=Tree):\n    return n\n', toldOf('Tree')))).toBeUndefined()
})

it('A generator beside other arguments gets parentheses', () => {
  const told = ['SyntaxError', 'Generator expression must be parenthesized', 1] as [string, string, number]
  const code = 'print(max(f(x) for x in [1, 2], 0))\n'
  expect(repairBy(bareGenerator, faultOf(code, told))).toBe('print(max((f(x) for x in [1, 2]), 0))\n')
  expect(repairBy(bareGenerator, faultOf('print(sum(x for x in xs))\n', told))).toBeUndefined()
})

it('A body that stands behind a comment of its head is moved into the block', () => {
  const code = 'def f():\n    # adds\nreturn 3\nprint(f())\n'
  expect(parsedBy(indentation, code, 3)).toBe('def f():\n    # adds\n    return 3\nprint(f())\n')
})

it('A body goes with its else, and the line that prints a call of the function stays behind it', () => {
  const code = 'def f(n):\nif n > 2:\n    return 3\nelse:\n    return 4\nprint(f(3))\n'
  const nested = 'def f(n):\n    if n > 2:\n        return 3\n    else:\n        return 4\nprint(f(3))\n'
  expect(parsedBy(indentation, code, 2)).toBe(nested)
})

it('A loop that slipped to the left goes back to the depth at which its function goes on', () => {
  const code = 'def f(xs):\n    s = 0\nfor x in xs:\n        s += x\n    return s\n'
  expect(parsedBy(indentation, code, 5)).toBe(code.replace('for', '    for'))
})

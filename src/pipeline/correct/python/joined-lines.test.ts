import { describe, expect, it } from 'vitest'
import { weakens } from '../weakens.ts'
import { joinedLines } from './joined-lines.ts'
import { lostDot } from './lost-dot.ts'
import { missingComma } from './missing-comma.ts'
import { faultOf, parsedBy, repairBy } from './repair.fixture.ts'

describe('lines that were joined or parted:', () => {
  it.each([
    ['two assignments on one line', 'x = 1 y = 2\n', 'x = 1\ny = 2\n', 1],
    [
      'a return behind an assignment',
      'def f(x):\n    y = x * 2 return y\n',
      'def f(x):\n    y = x * 2\n    return y\n',
      2,
    ],
    ['a head that stands twice', 'if x:\n    a()\nelse:\nelse:\n    b()\n', 'if x:\n    a()\nelse:\n    b()\n', 4],
    ['an operator at the end of a line', 't = a +\n        b\n', 't = a + \\\n        b\n', 1],
    ['an operator at the beginning of a line', 't = a\n        + b\n', 't = a \\\n        + b\n', 2],
    ['a backslash inside of a line', 'x = 1 + \\ 2\n', 'x = 1 + 2\n', 1],
  ])('%s', (_, broken, repaired, line) => expect(parsedBy(joinedLines, broken, line)).toBe(repaired))

  it.each([
    ['keyword arguments that lost a comma', 'f(a=1 b=2)\n'],
    ['a block that is deeper than its head', 'if x:\n    -y\n'],
  ])('nothing is parted or joined in %s', (_, code) => expect(parsedBy(joinedLines, code)).toBeUndefined())
})

it('to take away a head that stands twice is no loss, and to take away one that stands once is', () => {
  const lost = (before: string, after: string) => weakens({ before, after, language: 'python' })
  expect(lost('if x:\n    a()\nelse:\nelse:\n    b()\n', 'if x:\n    a()\nelse:\n    b()\n')).toBeUndefined()
  expect(lost('if x:\n    a()\nelse:\n    b()\n', 'if x:\n    a()\n    b()\n')).toBeTypeOf('string')
})

it('a method that is joined to its variable gets its dot', () => {
  const told = ['NameError', "name 'xsappend' is not defined", 2] as [string, string, number]
  expect(repairBy(lostDot, faultOf('xs = [1]\nxsappend(2)\n', told))).toBe('xs = [1]\nxs.append(2)\n')
  const other = ['NameError', "name 'xsmore' is not defined", 2] as [string, string, number]
  expect(repairBy(lostDot, faultOf('xs = [1]\nxsmore(2)\n', other))).toBeUndefined()
})

it('a text with a space at its end is joined to the value beside it; one without is told apart by a comma', () => {
  expect(parsedBy(missingComma, 'print("hi " name)\n')).toBe('print("hi " + name)\n')
  expect(parsedBy(missingComma, 'print("hi" name)\n')).toBe('print("hi", name)\n')
})

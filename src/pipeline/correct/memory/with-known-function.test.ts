import { expect, test } from 'vitest'
import { withKnownFunction } from './with-known-function.ts'

test('a function takes the place of another of its name, and brings the imports and helpers that it needs', () => {
  const failing = 'import sys\n\ndef area(r):\n    return r * 3\n\nprint(area(2))\n'
  const known =
    'import math\n\ndef half(x):\n    return x / 2\n\ndef area(r):\n    """Of a circle."""\n\n    return half(2 * math.pi * r * r)\n\nprint(area(1))\n'
  expect(withKnownFunction(failing, known, 'python')).toEqual({
    name: 'area',
    code: 'import math\nimport sys\n\ndef half(x):\n    return x / 2\n\ndef area(r):\n    """Of a circle."""\n\n    return half(2 * math.pi * r * r)\n\nprint(area(2))\n',
  })
})

test('the last function of both is exchanged, and the rest of the program stays', () => {
  const failing =
    'const { x } = require("x")\nfunction two(a) {\n  return a\n}\nconst one = (a) => {\n  return a\n}\nconsole.log(one(1))\n'
  const known = 'function two(a) {\n  return 2 * a\n}\n\nconst one = (a) => a + 1\n'
  expect(withKnownFunction(failing, known, 'javascript')?.code).toBe(
    'const { x } = require("x")\nfunction two(a) {\n  return a\n}\nconst one = (a) => a + 1\nconsole.log(one(1))\n',
  )
})

test('nothing is made of the same function, of another name, of a language without functions, and of a huge program', () => {
  const code = 'def one():\n    return 1\n'
  expect(withKnownFunction(code, `print(1)\n${code}`, 'python')).toBeUndefined()
  expect(withKnownFunction(code, code.replace('one', 'two'), 'python')).toBeUndefined()
  expect(withKnownFunction('select 1', 'select 2', 'sql')).toBeUndefined()
  expect(withKnownFunction(code, `${code.replace('1', '2')}#${'x'.repeat(100_000)}`, 'python')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { functionForm } from './function-form.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['the opening brace', 'f()\n  echo hi\n}\nf\n', 'f() {\n  echo hi\n}\nf\n'],
  ['the opening brace behind function', 'function f\n  echo hi\n}\nf\n', 'function f {\n  echo hi\n}\nf\n'],
  ['def', 'def f() {\n  echo hi\n}\nf\n', 'f() {\n  echo hi\n}\nf\n'],
  [
    'parameters with names',
    'function f(a, b) {\n  echo "$a$b"\n}\nf 1 2\n',
    'f() {\n  local a="$1"\n  local b="$2"\n  echo "$a$b"\n}\nf 1 2\n',
  ],
  [
    'parameters of a calculation',
    'function add(a, b) {\n  echo $((a + b))\n}\nadd 1 2\n',
    'add() {\n  local a="$1"\n  local b="$2"\n  echo $((a + b))\n}\nadd 1 2\n',
  ],
  ['a misspelt function', 'fucntion f() {\n  echo hi\n}\nf\n', 'function f() {\n  echo hi\n}\nf\n'],
  ['a brace that is glued to a command', 'f() {echo hi; }\nf\n', 'f() { echo hi; }\nf\n'],
  ['a parameter that nobody reads', 'f(name) {\n  echo "$1"\n}\nf 1\n', 'f() {\n  echo "$1"\n}\nf 1\n'],
]

test.each(REPAIRED)('the strategy writes functions as Bash knows them: %s', (_, broken, mended, told) => {
  expect(repaired(functionForm, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['both usual forms', 'f() {\n  :\n}\nfunction g {\n  :\n}\nfunction h() {\n  :\n}\n'],
  ['a brace expansion', 'echo {a,b}\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(functionForm, code, told)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { assignment } from './assignment.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['spaces on both sides', 'x = 5\n', 'x=5\n', { type: 'CommandNotFound', message: 'x: command not found', line: 1 }],
  [
    'in a substitution inside of a calculation, neither of which ends',
    '$(($(\nx = 5\n',
    '$(($(\nx=5\n',
    { type: 'SyntaxError', message: 'syntax error', line: 1 },
  ],
  ['a space behind', 'x= 5\n', 'x=5\n', { type: 'CommandNotFound', message: '5: command not found', line: 1 }],
  ['a space before', 'x =5\n', 'x=5\n', { type: 'CommandNotFound', message: 'x: command not found', line: 1 }],
  [
    'a dollar before the name',
    '$x=5\n',
    'x=5\n',
    { type: 'CommandNotFound', message: '=5: command not found', line: 1 },
  ],
  [
    'local',
    'f() {\n  local x = "$1"\n}\n',
    'f() {\n  local x="$1"\n}\n',
    { type: 'ShellError', message: "local: `=': not a valid identifier", line: 2 },
  ],
  ['let of another language', 'let x = 5\n', 'x=5\n', { type: 'ShellError', message: 'let: =: syntax error', line: 1 }],
  ['var', 'var x=5\n', 'x=5\n', { type: 'CommandNotFound', message: 'var: command not found', line: 1 }],
  ['an array', 'x = (a b)\n', 'x=(a b)\n'],
  [
    'a command whose output is kept',
    'n = $(ls | wc -l)\n',
    'n=$(ls | wc -l)\n',
    { type: 'CommandNotFound', message: 'n: command not found', line: 1 },
  ],
]

test.each(REPAIRED)('the strategy writes assignments as one word: %s', (_, broken, mended, told) => {
  expect(repaired(assignment, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['assignments in order', 'x=5\nlocal y=6\nIFS= read -r line\nlet z=1\n'],
  ['a comparison', '[ "$x" = 5 ]\n'],
  ['an equals sign as an argument', 'echo = 5\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(assignment, code, told)).toBeUndefined()
})

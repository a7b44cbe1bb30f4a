import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { misspeltVariable } from './misspelt-variable.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'by letters in another order',
    'count=1\necho "$cuont"\n',
    'count=1\necho "$count"\n',
    { type: 'UnboundVariable', message: 'cuont: unbound variable', line: 2 },
  ],
  [
    'in braces',
    'total=1\necho "${totl}"\n',
    'total=1\necho "${total}"\n',
    { type: 'UnboundVariable', message: 'totl: unbound variable', line: 2 },
  ],
  [
    'of a loop',
    'for item in a; do\n  echo "$itme"\ndone\n',
    'for item in a; do\n  echo "$item"\ndone\n',
    { type: 'UnboundVariable', message: 'itme: unbound variable', line: 2 },
  ],
  [
    'as the index of an array',
    'declare -A n\nk=a\necho "${n[k]}"\n',
    'declare -A n\nk=a\necho "${n[$k]}"\n',
    { type: 'UnboundVariable', message: 'n[k]: unbound variable', line: 3 },
  ],
  [
    'by its case, where the shell names another thing',
    'INPUT=$1\necho $(( 2 ** $input - 1 ))\n',
    'INPUT=$1\necho $(( 2 ** $INPUT - 1 ))\n',
    { type: 'ShellError', message: '2 ** - 1 : exponent less than 0 (error token is "1 ")', line: 2 },
  ],
]

test.each(REPAIRED)('the strategy corrects names of variables: %s', (_, broken, mended, told) => {
  expect(repaired(misspeltVariable, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['an argument that was not given', 'echo "$1"\n', { type: 'UnboundVariable', message: '$1: unbound variable' }],
  ['a name like no other', 'count=1\necho "$TOKEN"\n', { type: 'UnboundVariable', message: 'TOKEN: unbound variable' }],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(misspeltVariable, code, told)).toBeUndefined()
})

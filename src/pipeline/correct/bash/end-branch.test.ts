import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { endBranch } from './end-branch.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'a branch before the next pattern',
    'case $x in\n  a)\n    echo a\n  b) echo b ;;\nesac\n',
    'case $x in\n  a)\n    echo a ;;\n  b) echo b ;;\nesac\n',
  ],
  [
    'half of a double semicolon',
    'case $x in\n  a) echo a ;\n  b|c) echo b ;;\nesac\n',
    'case $x in\n  a) echo a ;;\n  b|c) echo b ;;\nesac\n',
  ],
  [
    'a pattern without parenthesis',
    'case $x in\n  a\n    echo a ;;\nesac\n',
    'case $x in\n  a)\n    echo a ;;\nesac\n',
  ],
  ['a pattern with a colon', 'case $x in\n  a|b:\n    echo a ;;\nesac\n', 'case $x in\n  a|b)\n    echo a ;;\nesac\n'],
  [
    'default of other languages',
    'case $x in\n  a) echo a ;;\n  default:\n    echo b ;;\nesac\n',
    'case $x in\n  a) echo a ;;\n  *)\n    echo b ;;\nesac\n',
  ],
]

test.each(REPAIRED)('the strategy ends branches and patterns of case: %s', (_, broken, mended, told) => {
  expect(repaired(endBranch, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['a last branch without semicolons', 'case $x in\n  a) echo a ;;\n  *) echo b\nesac\n'],
  ['a subshell in a branch', 'case $x in\n  a)\n    (echo a) ;;\nesac\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(endBranch, code, told)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { doubledWord } from './doubled-word.ts'

const CALCULATES: Told = { message: 'width - left left: syntax error in expression', line: 1 }

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['a keyword', 'if if true; then\n  echo a\nfi\n', 'if true; then\n  echo a\nfi\n'],
  ['an end', 'for x in a; do\n  echo a\ndone done\n', 'for x in a; do\n  echo a\ndone\n'],
  ['a name in a calculation', 'n=$((width - left left))\n', 'n=$((width - left))\n', CALCULATES],
  ['a name in an expansion', 'n=${#grid grid[@]}\n', 'n=${#grid[@]}\n', { message: 'bad substitution', line: 1 }],
  ['a division', 'n=$(((a + b) // 2))\n', 'n=$(((a + b) / 2))\n', { message: 'operand expected', line: 1 }],
]

test.each(REPAIRED)('the strategy takes away the second one of two: %s', (_, broken, mended, told) => {
  expect(repaired(doubledWord, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['a command that gets a word twice', 'echo a a\nif\n', { message: 'syntax error', line: 1 }],
  ['a calculation that failed otherwise', 'n=$((a a))\n', { message: 'division by 0', line: 1 }],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(doubledWord, code, told)).toBeUndefined()
})

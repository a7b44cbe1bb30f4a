import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { misspeltKeyword } from './misspelt-keyword.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['while', 'whlie read -r x; do\n  echo a\ndone\n', 'while read -r x; do\n  echo a\ndone\n'],
  ['then', 'if true; thne\n  echo a\nfi\n', 'if true; then\n  echo a\nfi\n'],
  ['done', 'for x in a; do\n  echo a\ndoen\n', 'for x in a; do\n  echo a\ndone\n'],
  ['esac among patterns', 'case $x in\n  a) echo a ;;\nesca\n', 'case $x in\n  a) echo a ;;\nesac\n'],
  ['fi turned round', 'if true; then\n  echo a\nif\n', 'if true; then\n  echo a\nfi\n'],
  ['in', 'for x ni a b; do\n  echo a\ndone\n', 'for x in a b; do\n  echo a\ndone\n'],
  [
    'else, which Bash takes for a command',
    'if true; then\n  echo a\nesle\n  echo b\nfi\n',
    'if true; then\n  echo a\nelse\n  echo b\nfi\n',
    { type: 'CommandNotFound', message: 'esle: command not found', line: 3 },
  ],
  ['ends of other languages', 'if true; then\n  echo a\nendif\n', 'if true; then\n  echo a\nfi\n'],
]

test.each(REPAIRED)('the strategy corrects reserved words: %s', (_, broken, mended, told) => {
  expect(repaired(misspeltKeyword, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['a function of the script that is named like one', 'fo() {\n  :\n}\nfo\nif true; then\n  fo\n'],
  [
    'a command that is unknown',
    'deploy now\n',
    { type: 'CommandNotFound', message: 'deploy: command not found', line: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(misspeltKeyword, code, told)).toBeUndefined()
})

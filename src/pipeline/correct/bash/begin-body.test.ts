import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { beginBody } from './begin-body.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['then at the end of the line', 'if [ -f a ]\n  echo a\nfi\n', 'if [ -f a ]; then\n  echo a\nfi\n'],
  ['do that is glued to a quote', 'for x in "$a"do ;\n  echo $x\ndone\n', 'for x in "$a"; do\n  echo $x\ndone\n'],
  ['do behind a semicolon', 'while read -r x;\n  echo a\ndone\n', 'while read -r x; do\n  echo a\ndone\n'],
  ['do of a for', 'for x in a b\n  echo $x\ndone\n', 'for x in a b; do\n  echo $x\ndone\n'],
  [
    'then of an elif',
    'if true; then\n  echo a\nelif false\n  echo b\nfi\n',
    'if true; then\n  echo a\nelif false; then\n  echo b\nfi\n',
  ],
  ['the semicolon before then', 'if [ a = b ] then\n  echo a\nfi\n', 'if [ a = b ]; then\n  echo a\nfi\n'],
  ['the semicolon before do', 'for x in a b do\n  echo $x\ndone\n', 'for x in a b; do\n  echo $x\ndone\n'],
  ['in of a for', 'for x "$@"; do\n  echo $x\ndone\n', 'for x in "$@"; do\n  echo $x\ndone\n'],
  ['in of a case', 'case $x\n  a) echo a ;;\nesac\n', 'case $x in\n  a) echo a ;;\nesac\n'],
  ['no semicolon behind then', 'if true; then;\n  echo a\nfi\n', 'if true; then\n  echo a\nfi\n'],
  ['no semicolon behind in', 'case $x in;\n  a) echo a ;;\nesac\n', 'case $x in\n  a) echo a ;;\nesac\n'],
  ['a body of nothing but a comment', 'if true; then\n  # later\nfi\n', 'if true; then :\n  # later\nfi\n'],
]

test.each(REPAIRED)('the strategy completes the head of a block: %s', (_, broken, mended, told) => {
  expect(repaired(beginBody, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['then on a line of its own', 'if true\nthen\n  echo a\nfi\n'],
  ['a condition over two lines', 'if true &&\n  false; then\n  echo a\nfi\n'],
  ['for without in', 'for x; do\n  echo $x\ndone\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(beginBody, code, told)).toBeUndefined()
})

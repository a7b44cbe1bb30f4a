import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { foreignBlock } from './foreign-block.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'a loop of Python',
    'for i in range(3):\n    echo $i\necho end\n',
    'for ((i = 0; i < 3; i++)); do\n    echo $i\ndone\necho end\n',
  ],
  [
    'a condition of Python',
    'if [ $x -gt 1 ]:\n  echo a\nelse:\n  echo b\n',
    'if [ $x -gt 1 ]; then\n  echo a\nelse\n  echo b\nfi\n',
  ],
  [
    'braces of JavaScript',
    'if (x == 5) {\n  echo a\n} else {\n  echo b\n}\n',
    'if ((x == 5)); then\n  echo a\nelse\n  echo b\nfi\n',
  ],
  [
    'a counting loop with braces',
    'for (i=0; i<3; i++) {\n  echo $i\n}\n',
    'for ((i=0; i<3; i++)); do\n  echo $i\ndone\n',
  ],
  ['a head of Python with an end of Bash', 'if [ -f a ]:\n  echo a\nfi\n', 'if [ -f a ]; then\n  echo a\nfi\n'],
  ['brackets that were lost with it', 'if ("$a" = "$b") {\n  echo a\nfi\n', 'if [ "$a" = "$b" ]; then\n  echo a\nfi\n'],
]

test.each(REPAIRED)('the strategy writes blocks as Bash has them: %s', (_, broken, mended, told) => {
  expect(repaired(foreignBlock, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [['functions', 'f() {\n  echo a\n}\n']]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(foreignBlock, code, told)).toBeUndefined()
})

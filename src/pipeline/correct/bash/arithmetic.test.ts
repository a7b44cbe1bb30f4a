import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { arithmetic } from './arithmetic.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['a sum', 'x=$x + 1\n', 'x=$((x + 1))\n', { type: 'CommandNotFound', message: '+: command not found', line: 1 }],
  [
    'a sum with spaces',
    'total = total + $n\n',
    'total=$((total + n))\n',
    { type: 'CommandNotFound', message: 'total: command not found', line: 1 },
  ],
  ['a step', 'i++\n', 'i=$((i + 1))\n', { type: 'CommandNotFound', message: 'i++: command not found', line: 1 }],
  ['an addition', 'i += 2\n', 'i=$((i + 2))\n', { type: 'CommandNotFound', message: 'i: command not found', line: 1 }],
  ['a counting loop', 'for (i=0; i<3; i++); do\n  echo $i\ndone\n', 'for ((i=0; i<3; i++)); do\n  echo $i\ndone\n'],
  ['a calculation that is half opened', 'x=$(a + b))\n', 'x=$((a + b))\n'],
  [
    'the output of a command',
    'n=wc -l < file\n',
    'n=$(wc -l < file)\n',
    { type: 'CommandNotFound', message: '-l: command not found', line: 1 },
  ],
]

test.each(REPAIRED)('the strategy calculates where Bash does: %s', (_, broken, mended, told) => {
  expect(repaired(arithmetic, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['calculations in order', 'x=$((x + 1))\n((i++))\nx+=" b"\n'],
  ['a variable for one command', 'LANG=C sort file\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(arithmetic, code, told)).toBeUndefined()
})

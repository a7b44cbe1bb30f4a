import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { operator } from './operator.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    '&&',
    'SELECT 1 WHERE 1 && 2;\n',
    'SELECT 1 WHERE 1 AND 2;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 18 },
  ],
  [
    '=!',
    'SELECT 1 WHERE 1 =! 2;\n',
    'SELECT 1 WHERE 1 != 2;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 18 },
  ],
  [
    '===',
    'SELECT 1 WHERE 1 === 2;\n',
    'SELECT 1 WHERE 1 = 2;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 20 },
  ],
  [
    'texts that are added',
    "SELECT name + 'x' FROM users;\n",
    "SELECT name || 'x' FROM users;\n",
    { type: 'SqlError', message: 'operator does not exist: text + unknown', line: 1, column: 13 },
  ],
]

test.each(REPAIRED)('the strategy writes operators of SQL: %s', (_, broken, mended, told) => {
  expect(repaired(operator, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'operators in order',
    "SELECT 1 WHERE a >= 2 AND b <> 'x && y';\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 8 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(operator, code, told)).toBeUndefined()
})

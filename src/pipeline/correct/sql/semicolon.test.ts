import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { semicolon } from './semicolon.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'before the next one',
    'SELECT 1\nSELECT 2;\n',
    'SELECT 1;\nSELECT 2;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 2, column: 1 },
  ],
  [
    'behind a table',
    'CREATE TABLE a (b TEXT)\nINSERT INTO a VALUES (1);\n',
    'CREATE TABLE a (b TEXT);\nINSERT INTO a VALUES (1);\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 2, column: 1 },
  ],
]

test.each(REPAIRED)('the strategy ends statements: %s', (_, broken, mended, told) => {
  expect(repaired(semicolon, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'unions',
    'SELECT 1\nUNION ALL\nSELECT 2 x y;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 12 },
  ],
  [
    'views',
    'CREATE VIEW a AS\nSELECT 1 b c;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 2, column: 12 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(semicolon, code, told)).toBeUndefined()
})

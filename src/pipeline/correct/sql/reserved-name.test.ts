import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { reservedName } from './reserved-name.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'that were given to tables',
    'CREATE TABLE order (a TEXT);\nSELECT a FROM order ORDER BY a;\n',
    'CREATE TABLE "order" (a TEXT);\nSELECT a FROM "order" ORDER BY a;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 14 },
  ],
  [
    'that were meant as a table',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nUPDATE order SET amount = 1;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nUPDATE orders SET amount = 1;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 8 },
  ],
]

test.each(REPAIRED)('the strategy tells names from keywords: %s', (_, broken, mended, told) => {
  expect(repaired(reservedName, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'keywords in their place',
    'SELECT a FROM b ORDER a;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 23 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(reservedName, code, told)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { ambiguousColumn } from './ambiguous-column.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'as elsewhere in the statement',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT u.id FROM orders o JOIN users u ON o.user_id = u.id GROUP BY id;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT u.id FROM orders o JOIN users u ON o.user_id = u.id GROUP BY u.id;\n',
    { type: 'SqlError', message: 'ambiguous column name: id', line: 3, column: 1 },
  ],
  [
    'on the other side of a join',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users u JOIN orders o ON u.id = id;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users u JOIN orders o ON u.id = o.id;\n',
    { type: 'SqlError', message: 'ambiguous column name: id', line: 3, column: 1 },
  ],
]

test.each(REPAIRED)('the strategy says of which table a column is: %s', (_, broken, mended, told) => {
  expect(repaired(ambiguousColumn, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'other failures',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT id FROM users;\n',
    { type: 'SqlError', message: 'no such column: x', line: 1, column: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(ambiguousColumn, code, told)).toBeUndefined()
})

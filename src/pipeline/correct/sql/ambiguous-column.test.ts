import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { ambiguousColumn, joinedColumn } from './ambiguous-column.ts'

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

const KEYS = 'CREATE TABLE band (band_id INTEGER, name TEXT);\nCREATE TABLE song (band_id INTEGER, title TEXT);\n'
const ambiguous: Told = { type: 'SqlError', message: 'ambiguous column name: band_id', line: 3, column: 8 }

test('a column that tables are joined by is that of either', () => {
  const query = 'SELECT band_id, title FROM band b JOIN song s ON b.band_id = s.band_id;\n'
  expect(repaired(joinedColumn, KEYS + query, ambiguous)).toBe(
    KEYS + query.replace('SELECT band_id', 'SELECT b.band_id'),
  )
})

test('rows of one side alone tell the two apart', () => {
  const query = 'SELECT band_id, title FROM band b LEFT JOIN song s ON b.band_id = s.band_id;\n'
  expect(repaired(joinedColumn, KEYS + query, ambiguous)).toBeUndefined()
})

test('the two sides of an equation are of two tables', () => {
  const query = 'SELECT title FROM band b JOIN song s ON band_id = band_id;\n'
  const meant = query.replace('band_id = band_id', 'b.band_id = s.band_id')
  expect(repaired(ambiguousColumn, KEYS + query, ambiguous)).toBe(KEYS + meant)
})

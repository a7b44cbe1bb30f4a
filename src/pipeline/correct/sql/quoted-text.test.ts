import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { quotedText } from './quoted-text.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'between double quotes',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT id FROM users WHERE name = "Ada";\n',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT id FROM users WHERE name = 'Ada';\n",
    {
      type: 'SqlError',
      message: 'no such column: "Ada" - should this be a string literal in single-quotes?',
      line: 3,
      column: 35,
    },
  ],
  [
    'without quotes',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT id FROM users WHERE name = Ada;\n',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT id FROM users WHERE name = 'Ada';\n",
    { type: 'SqlError', message: 'no such column: Ada', line: 3, column: 35 },
  ],
  [
    'and writes out an alias',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT amount * 2 AS twice FROM orders WHERE twice > 5;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT amount * 2 AS twice FROM orders WHERE (amount * 2) > 5;\n',
    { type: 'SqlError', message: 'column "twice" does not exist', line: 3, column: 46 },
  ],
]

test.each(REPAIRED)('the strategy quotes texts: %s', (_, broken, mended, told) => {
  expect(repaired(quotedText, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'columns between double quotes',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT "name" FROM users WHERE x = 1;\n',
    { type: 'SqlError', message: 'no such column: x', line: 3, column: 32 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(quotedText, code, told)).toBeUndefined()
})

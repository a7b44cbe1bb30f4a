import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { insertShape } from './insert-shape.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'a table that is there',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nCREATE TABLE users (id INTEGER);\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nCREATE TABLE IF NOT EXISTS users (id INTEGER);\n',
    { type: 'SqlError', message: 'table users already exists', line: 3, column: 1 },
  ],
  [
    'an insert without the counted column',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO users VALUES ('a', 'b');\n",
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO users (name, city) VALUES ('a', 'b');\n",
    { type: 'SqlError', message: 'table users has 3 columns but 2 values were supplied', line: 3, column: 1 },
  ],
  [
    'a column that the values have',
    'CREATE TABLE a (b TEXT, c TEXT);\nINSERT INTO a (b) VALUES (1, 2);\n',
    'CREATE TABLE a (b TEXT, c TEXT);\nINSERT INTO a (b, c) VALUES (1, 2);\n',
    { type: 'SqlError', message: '2 values for 1 columns', line: 2, column: 1 },
  ],
]

test.each(REPAIRED)('statements are fitted to the existing table: %s', (_, broken, mended, told) => {
  expect(repaired(insertShape, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'a row that begins with its key',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nINSERT INTO users VALUES (3, 'Cy');\n",
    { type: 'SqlError', message: 'table users has 3 columns but 2 values were supplied', line: 2, column: 1 },
  ],
  [
    'a column too few that does not count itself',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO orders VALUES (1, 2);\n',
    { type: 'SqlError', message: 'table orders has 3 columns but 2 values were supplied', line: 3, column: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(insertShape, code, told)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { lostWord } from './lost-word.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'INTO',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT users VALUES (1, 'a', 'b');\n",
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO users VALUES (1, 'a', 'b');\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 8 },
  ],
  [
    'FROM',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name, city users;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name, city FROM users;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 19 },
  ],
  [
    'VALUES',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO users (id, name) (1, 'a');\n",
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nINSERT INTO users (id, name) VALUES (1, 'a');\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 31 },
  ],
  [
    'ON',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT * FROM users u JOIN orders o o.user_id = u.id;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT * FROM users u JOIN orders o ON o.user_id = u.id;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 37 },
  ],
  [
    'BY',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users ORDER name;\n',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users ORDER BY name;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 30 },
  ],
  [
    'SET',
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nUPDATE users name = 'a';\n",
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nUPDATE users SET name = 'a';\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 14 },
  ],
]

test.each(REPAIRED)('puts lost words back: %s', (_, broken, mended, told) => {
  expect(repaired(lostWord, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'statements in order',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users u;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 1 },
  ],
]

test.each(LEFT_ALONE)('leaves alone %s', (_, code, told) => {
  expect(repaired(lostWord, code, told)).toBeUndefined()
})

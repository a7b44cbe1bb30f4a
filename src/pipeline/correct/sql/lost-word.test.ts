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
  [
    'THEN',
    'SELECT CASE WHEN 1 = 1 2 ELSE 3 END;\n',
    'SELECT CASE WHEN 1 = 1 THEN 2 ELSE 3 END;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 24 },
  ],
  [
    'END',
    'SELECT CASE WHEN 1 THEN 2 ELSE 3 AS a;\n',
    'SELECT CASE WHEN 1 THEN 2 ELSE 3 END AS a;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 34 },
  ],
  [
    'WITH',
    'a AS (SELECT 1 AS n)\nSELECT n FROM a;\n',
    'WITH a AS (SELECT 1 AS n)\nSELECT n FROM a;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 1 },
  ],
  [
    'AND of BETWEEN',
    'SELECT 1 WHERE 1 BETWEEN 0, 2;\n',
    'SELECT 1 WHERE 1 BETWEEN 0 AND 2;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 27 },
  ],
  [
    'AND for a second WHERE',
    'SELECT 1 WHERE 1 WHERE 2;\n',
    'SELECT 1 WHERE 1 AND 2;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 18 },
  ],
  [
    '= of a join',
    'SELECT 1 FROM a JOIN b ON a.id b.id;\n',
    'SELECT 1 FROM a JOIN b ON a.id = b.id;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 32 },
  ],
]

test.each(REPAIRED)('the strategy puts lost words back: %s', (_, broken, mended, told) => {
  expect(repaired(lostWord, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'statements in order',
    'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, city TEXT);\nCREATE TABLE orders (id INTEGER, user_id INTEGER, amount REAL);\nSELECT name FROM users u;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 1 },
  ],
  [
    'a comparison that could be any',
    'SELECT 1 WHERE a.x b.y;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 20 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(lostWord, code, told)).toBeUndefined()
})

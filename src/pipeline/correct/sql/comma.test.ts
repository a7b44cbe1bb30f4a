import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { comma } from './comma.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'between columns that are declared',
    'CREATE TABLE a (\n  id INTEGER PRIMARY KEY\n  name TEXT\n);\n',
    'CREATE TABLE a (\n  id INTEGER PRIMARY KEY,\n  name TEXT\n);\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 3 },
  ],
  [
    'between values',
    "INSERT INTO users VALUES (1 'Ada');\n",
    "INSERT INTO users VALUES (1, 'Ada');\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 29 },
  ],
  [
    'between rows',
    'INSERT INTO users VALUES (1)\n(2);\n',
    'INSERT INTO users VALUES (1),\n(2);\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 2, column: 1 },
  ],
  [
    'before a call',
    'SELECT name COUNT(*) FROM users;\n',
    'SELECT name, COUNT(*) FROM users;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 18 },
  ],
  [
    'away from the end of a list',
    'SELECT name, FROM users;\n',
    'SELECT name FROM users;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 14 },
  ],
  [
    'away from the end of a table',
    'CREATE TABLE a (\n  id INTEGER,\n);\n',
    'CREATE TABLE a (\n  id INTEGER\n);\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 1 },
  ],
  [
    'before a column that a type has swallowed',
    'CREATE TABLE a (\n  b TEXT\n  c TEXT\n);\nINSERT INTO a (b, c) VALUES (1, 2);\n',
    'CREATE TABLE a (\n  b TEXT,\n  c TEXT\n);\nINSERT INTO a (b, c) VALUES (1, 2);\n',
    { type: 'SqlError', message: 'table a has no column named c', line: 5, column: 19 },
  ],
]

test.each(REPAIRED)('the strategy puts commas where lists want them: %s', (_, broken, mended, told) => {
  expect(repaired(comma, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'lists in order',
    'SELECT a, b AS c FROM d e;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 8 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(comma, code, told)).toBeUndefined()
})

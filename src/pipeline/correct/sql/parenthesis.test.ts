import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { parenthesis } from './parenthesis.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'at the end of a table',
    'CREATE TABLE a (\n  b TEXT\n;\n',
    'CREATE TABLE a (\n  b TEXT\n)\n;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 3, column: 1 },
  ],
  [
    'of a call',
    'SELECT ROUND(SUM(a), 2 FROM b;\n',
    'SELECT ROUND(SUM(a), 2) FROM b;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 24 },
  ],
  [
    'of a row',
    "INSERT INTO a VALUES (1, 'x', (2, 'y');\n",
    "INSERT INTO a VALUES (1, 'x'), (2, 'y');\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 39 },
  ],
  [
    'that opens a call',
    'SELECT COUNT a) FROM b;\n',
    'SELECT COUNT( a) FROM b;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 15 },
  ],
  [
    'that opens a row',
    "INSERT INTO a VALUES (1, 'x'), 2, 'y');\n",
    "INSERT INTO a VALUES (1, 'x'), (2, 'y');\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 32 },
  ],
  [
    'of a key before the next item of a table',
    'CREATE TABLE a (b INT, FOREIGN KEY (b) REFERENCES c (b, PRIMARY KEY (b));\n',
    'CREATE TABLE a (b INT, FOREIGN KEY (b) REFERENCES c (b), PRIMARY KEY (b));\n',
    { type: 'SyntaxError', message: 'near "PRIMARY": syntax error', line: 1, column: 57 },
  ],
  [
    'that opens the columns of a key',
    'CREATE TABLE a (b INT, FOREIGN KEY (b) REFERENCES c b));\n',
    'CREATE TABLE a (b INT, FOREIGN KEY (b) REFERENCES c ( b));\n',
    { type: 'SyntaxError', message: 'near "b": syntax error', line: 1, column: 53 },
  ],
  [
    'at the end of a wide table',
    `CREATE TABLE a (${Array.from({ length: 40 }, (_, at) => `b${at} INT`).join(', ')};\n`,
    `CREATE TABLE a (${Array.from({ length: 40 }, (_, at) => `b${at} INT`).join(', ')});\n`,
    { type: 'SyntaxError', message: 'near ";": syntax error', line: 1, column: 366 },
  ],
  [
    'one too many',
    'SELECT SUM(a)) FROM b;\n',
    'SELECT SUM(a) FROM b;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 14 },
  ],
]

test.each(REPAIRED)('the strategy mends parentheses: %s', (_, broken, mended, told) => {
  expect(repaired(parenthesis, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'balanced parentheses',
    'SELECT (1 + 2) x y;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 18 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(parenthesis, code, told)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { closeQuote } from './close-quote.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'at the end of a value',
    "INSERT INTO a VALUES (1, 'Ada, 'x');\n",
    "INSERT INTO a VALUES (1, 'Ada', 'x');\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 33 },
  ],
  [
    'at the beginning of a value',
    "SELECT * FROM a WHERE b = London' ORDER BY c;\n",
    "SELECT * FROM a WHERE b = 'London' ORDER BY c;\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 33 },
  ],
  [
    'before a clause',
    "SELECT * FROM a WHERE b = 'London ORDER BY c;\n",
    "SELECT * FROM a WHERE b = 'London' ORDER BY c;\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 27 },
  ],
  [
    'inside of a name',
    "INSERT INTO a VALUES ('O'Brien');\n",
    "INSERT INTO a VALUES ('O''Brien');\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 25 },
  ],
  [
    'in one of many rows on a line',
    `INSERT INTO a VALUES (1, 'Ada), ${Array.from({ length: 60 }, (_, at) => `(${at}, 'name')`).join(', ')};\n`,
    `INSERT INTO a VALUES (1, 'Ada'), ${Array.from({ length: 60 }, (_, at) => `(${at}, 'name')`).join(', ')};\n`,
    { type: 'SyntaxError', message: 'near "name": syntax error', line: 1, column: 37 },
  ],
  [
    'of the other kind before the end of the statement',
    'SELECT * FROM a WHERE b = "Rome;\n',
    'SELECT * FROM a WHERE b = "Rome";\n',
    { type: 'SyntaxError', message: 'unrecognized token: ""Rome;"', line: 1, column: 27 },
  ],
  [
    'of a name',
    'SELECT [a, b FROM c;\n',
    'SELECT [a], b FROM c;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 8 },
  ],
]

test.each(REPAIRED)('the strategy puts quotes back: %s', (_, broken, mended, told) => {
  expect(repaired(closeQuote, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'strings in order',
    "SELECT 'it''s' x y;\n",
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 18 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(closeQuote, code, told)).toBeUndefined()
})

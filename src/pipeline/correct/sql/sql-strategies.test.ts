import { expect, test } from 'vitest'
import { expectEditsOfAnyText } from '../repaired.fixture.ts'
import { sqlStrategies } from './sql-strategies.ts'

const PIECES = [
  'SELECT ',
  'a, ',
  'b ',
  'FROM t ',
  'WHERE ',
  'x.a = ',
  'JOIN t ON ',
  'GROUP BY a ',
  'HAVING sum(a) > 1 ',
  'ORDER BY b ',
  '(',
  ')',
  "'",
  '"',
  '[',
  '`',
  ';\n',
  'INSERT INTO t VALUES ',
  'CREATE TABLE t (a INT, b TEXT);\n',
  'id SERIAL ',
  'CASE WHEN ',
  'END ',
  '::int ',
  'now() ',
  'TOP 5 ',
  '# a\n',
  '// b\n',
  '“',
  '\u200b',
  '1.5 ',
  'INTERVAL 1 DAY ',
]
const MESSAGES = [
  'near "x": syntax error',
  'no such column: x.a',
  'no such table: b',
  'ambiguous column name: a',
  'misuse of aggregate: sum()',
  'column "a" must appear in the GROUP BY clause',
  'table t already exists',
  '2 values for 1 columns',
  'no such function: sun',
]

test('every strategy reads any text, and its edits can be made', () => {
  expectEditsOfAnyText({
    strategies: sqlStrategies,
    pieces: PIECES,
    messages: MESSAGES,
    types: ['SyntaxError', 'SqlError'],
  })
})

test('names of strategies are used once', () => {
  expect(new Set(sqlStrategies.map(({ id }) => id)).size).toBe(sqlStrategies.length)
})

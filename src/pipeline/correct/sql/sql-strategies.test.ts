import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../apply-edits.ts'
import { proposed } from '../repaired.fixture.ts'
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
  const code = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 30 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(code, fc.constantFrom(...MESSAGES), fc.integer({ min: 1, max: 9 }), (text, message, line) => {
      for (const strategy of sqlStrategies) {
        for (const type of ['SyntaxError', 'SqlError']) {
          for (const { edits, sureness } of proposed(strategy, text, { message, line, column: line, type })) {
            expect(sureness).toBeGreaterThan(0)
            expect(sureness).toBeLessThanOrEqual(1)
            const isMade =
              applyEdits(text, edits) !== undefined ||
              edits.every(({ start, end, text: by }) => text.slice(start, end) === by)
            expect(isMade, `${strategy.id} on ${JSON.stringify(text)}`).toBe(true)
          }
        }
      }
    }),
    { numRuns: 150 },
  )
})

test('names of strategies are used once', () => {
  expect(new Set(sqlStrategies.map(({ id }) => id)).size).toBe(sqlStrategies.length)
})

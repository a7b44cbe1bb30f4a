import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { clauseOrder } from './clause-order.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'WHERE behind ORDER BY',
    'SELECT a FROM b ORDER BY a WHERE a > 1;\n',
    'SELECT a FROM b WHERE a > 1 ORDER BY a;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 28 },
  ],
  [
    'LIMIT before ORDER BY',
    'SELECT a FROM b LIMIT 5 ORDER BY a;\n',
    'SELECT a FROM b ORDER BY a LIMIT 5;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 25 },
  ],
  [
    'in a subquery',
    'SELECT a FROM (SELECT a FROM b GROUP BY a WHERE a > 1) c;\n',
    'SELECT a FROM (SELECT a FROM b WHERE a > 1 GROUP BY a) c;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 43 },
  ],
  [
    'JOIN behind WHERE',
    'SELECT 1 FROM a WHERE a.x = 1 JOIN b ON a.id = b.id;\n',
    'SELECT 1 FROM a JOIN b ON a.id = b.id\nWHERE a.x = 1;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 31 },
  ],
]

test.each(REPAIRED)('the strategy sorts clauses: %s', (_, broken, mended, told) => {
  expect(repaired(clauseOrder, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'clauses in order',
    'SELECT a FROM b WHERE a > 1 GROUP BY a ORDER BY a LIMIT 5 x;\n',
    { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 58 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(clauseOrder, code, told)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { asksMuch } from './asks-much.ts'

test.each([
  ['one table', 'SELECT name FROM band;', false],
  ['one number', 'SELECT count(DISTINCT city) FROM band WHERE age > 3;', false],
  ['groups', 'SELECT city FROM band GROUP BY city;', true],
  ['all columns', 'SELECT * FROM band;', true],
  ['only the last statement', 'SELECT a FROM t JOIN u ON t.a = u.a;\nSELECT a FROM t;', false],
  ['two tables', 'SELECT name FROM band, song;', true],
  ['a join', 'SELECT name FROM band JOIN song ON band.id = song.band;', true],
  ['the first rows', 'SELECT name FROM band ORDER BY age LIMIT 1;', true],
  ['a query inside', 'SELECT name FROM band WHERE id IN (SELECT band FROM song);', true],
  ['two columns', 'SELECT name, age FROM band;', true],
])('%s', (_, code, isMuch) => {
  expect(asksMuch(code, 'sql')).toBe(isMuch)
})

import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { strayWord } from './stray-word.ts'

const TOLD: Told = { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 8 }

test.each([
  ['UPDATE TABLE t SET a = 1;\n', 'UPDATE t SET a = 1;\n'],
  ['DELETE * FROM t WHERE a = 1;\n', 'DELETE FROM t WHERE a = 1;\n'],
  ['SELECT a FROM t WHERE a BETWEEN 1 TO 2;\n', 'SELECT a FROM t WHERE a BETWEEN 1 AND 2;\n'],
  ['SELECT a FROM t INNER u x ON x.a = t.a;\n', 'SELECT a FROM t INNER JOIN u x ON x.a = t.a;\n'],
  ["SELECT CASE a = 'x' THEN 1 ELSE 0 END FROM t;\n", "SELECT CASE WHEN a = 'x' THEN 1 ELSE 0 END FROM t;\n"],
  ['WITH t AS (SELECT 1 AS a), SELECT a FROM t;\n', 'WITH t AS (SELECT 1 AS a) SELECT a FROM t;\n'],
])('the strategy corrects %s', (broken, mended) => {
  expect(repaired(strayWord, broken, TOLD)).toBe(mended)
})

test.each([
  'UPDATE t SET a = 1;\n',
  'SELECT a FROM t INNER JOIN u ON u.a = t.a;\n',
  'SELECT CASE a WHEN 1 THEN 2 END FROM t;\n',
  'WITH t AS (SELECT 1), u AS (SELECT 2) SELECT * FROM t, u;\n',
  'SELECT a FROM t WHERE a BETWEEN 1 AND 2;\n',
])('the strategy leaves %s alone', (code) => {
  expect(repaired(strayWord, code, TOLD)).toBeUndefined()
})

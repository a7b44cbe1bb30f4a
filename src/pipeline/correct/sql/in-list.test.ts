import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { inList } from './in-list.ts'

const told: Told = { type: 'SyntaxError', message: 'near "x": syntax error', line: 1, column: 1 }

test.each([
  ["SELECT a FROM t WHERE b IN 'x', 'y' ORDER BY a;", "SELECT a FROM t WHERE b IN ('x', 'y') ORDER BY a;"],
  ['SELECT a FROM t WHERE b IN 1;', 'SELECT a FROM t WHERE b IN (1);'],
  ['SELECT SELECT a FROM t;', 'SELECT a FROM t;'],
  ['SELECT a FROM t WHERE WHERE b = 1;', 'SELECT a FROM t WHERE b = 1;'],
])('%j becomes %j', (broken, mended) => {
  expect(repaired(inList, broken, told)).toBe(mended)
})

test('two names and a list in order are left alone', () => {
  expect(repaired(inList, 'SELECT a a FROM t WHERE b IN (1, 2);', told)).toBeUndefined()
})

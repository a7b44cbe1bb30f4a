import { expect, test } from 'vitest'
import { assertionsIn } from './assertions-in.ts'

const rows: [code: string, count: number][] = [
  ['assert f(1) == 2\nassert f(2) == 3', 2],
  ['if x: assert f(1)', 1],
  ['assert(f(1) == 2)', 1],
  ['self.assertEqual(f(1), 2)\nself.assertTrue(f(2))', 2],
  ['const assert = require("node:assert")\nassert.deepEqual(f(1), 2)', 1],
  ["import assert from 'node:assert/strict'\nassert(f(1))\nassert.strict.equal(f(2), 3)", 2],
  ["import { assert } from 'chai'\nexpect(f(1)).toBe(2)", 1],
  ['require("node:assert").deepEqual(f(1), 2)', 1],
  ['if (f(1) !== 2) throw new Error()\nif (!same(f(2), 3)) {\n  throw 1\n}', 2],
  ['check(f)', 1],
]

test.each(rows)('The assertions of a test are counted without the names that import them: %j', (code, count) => {
  expect(assertionsIn([{ code }])).toBe(count)
})

test('An expected output counts beside the assertions of its test', () => {
  expect(assertionsIn([{ code: 'assert f(1)', stdout: '1' }, { stdout: '2' }])).toBe(3)
})

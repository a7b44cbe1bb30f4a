import { expect, test } from 'vitest'
import type { ActionResult } from '../contract/action.ts'
import { judge } from './judge.ts'

const resultOf = (output: unknown, outcome: ActionResult['outcome'] = 'ok'): ActionResult => ({
  ...{ id: 'act1', type: 'code.run', outcome, output, sessionId: null, startedAt: 1, durationMs: 1 },
})
const printed = (stdout: string, exitCode = 0) => resultOf({ stdout, exitCode }, exitCode === 0 ? 'ok' : 'failed')

test('a result passes when it ended well, unless something else is expected', () => {
  expect(judge(printed('')).passed).toBe(true)
  expect(judge(printed('', 1))).toEqual({ passed: false, reasons: ['the outcome is failed, not ok'] })
  expect(judge(printed('', 3), { outcome: 'failed', exitCode: 3 }).passed).toBe(true)
  expect(judge(printed('', 1), { outcome: 'failed', exitCode: 3 }).passed).toBe(false)
})

test.each([
  ['equal text', { stdout: '42' }, '42\n', '41\n'],
  ['text within', { contains: 'ell' }, 'hello', 'world'],
  ['an expression', { matches: '^\\d+$' }, '123', 'a1'],
  ['a value in JSON', { json: { path: 'rows.0.name', equals: 'a' } }, '{"rows":[{"name":"a"}]}', '{"rows":[]}'],
  ['an object in any order', { json: { path: '', equals: { a: 1, b: 2 } } }, '{"b":2,"a":1}', '{"a":1}'],
  ['JSON at all', { json: { path: '', equals: 1 } }, '1', 'one'],
  ['fields of its own', { json: { path: 'x', equals: 1 } }, '{"x":1}', '{}'],
])('the judge wants %s', (_, expected, good, bad) => {
  expect(judge(printed(good), expected).passed).toBe(true)
  expect(judge(printed(bad), expected).passed).toBe(false)
})

test('a program that only says that it passed has not', () => {
  const said = printed('{"passed": true, "verdict": "ok"}', 1)
  expect(judge(said, { contains: 'passed' }).passed).toBe(false)
})

test('the inherited fields of an object are no output', () => {
  expect(judge(printed('{}'), { json: { path: 'constructor.name', equals: 'Object' } }).passed).toBe(false)
})

import { expect, it } from 'vitest'
import { type PlanCondition, planCondition } from '../contract/plan-condition.ts'
import { holds } from './condition.ts'

const sight = {
  outputOf: (id: string) => (id === 'test' ? { exitCode: 2, stdout: 'two failed', list: [1, 'a'] } : undefined),
  stateOf: (id: string) => (id === 'test' ? ('failed' as const) : ('skipped' as const)),
}
const of = (path: string) => ({ $from: 'test', path })
const cases: [PlanCondition, boolean][] = [
  [{ value: of('exitCode'), is: 2 }, true],
  [{ value: of('exitCode'), isNot: 2 }, false],
  [{ value: of('exitCode'), over: 1 }, true],
  [{ value: of('exitCode'), under: 2 }, false],
  [{ value: of('stdout'), has: 'failed' }, true],
  [{ value: of('list'), has: 'a' }, true],
  [{ value: of('gone'), is: 2 }, false],
  [{ value: of('gone'), over: 0 }, false],
  [{ value: of('stdout'), over: 'a' }, false],
  [{ value: of('constructor'), has: 'name' }, false],
  [{ step: 'test', ended: 'failed' }, true],
  [{ not: { step: 'other', ended: 'skipped' } }, false],
  [
    {
      all: [
        { step: 'test', ended: 'failed' },
        { value: 1, is: 2 },
      ],
    },
    false,
  ],
  [
    {
      any: [
        { step: 'test', ended: 'done' },
        { value: 1, is: 1 },
      ],
    },
    true,
  ],
]

it.each(cases)('condition %j holds: %j', (condition, isHeld) => {
  expect(holds(planCondition.parse(condition), sight)).toBe(isHeld)
})

it('text in a condition is compared, never evaluated', () => {
  const code = '(() => { throw new Error("evaluated") })()'
  expect(holds({ value: code, is: code }, sight)).toBe(true)
  // The reference of another language is no reference of ours.
  const template = '$' + '{process.exit(1)}'
  expect(holds({ value: template, has: 'process' }, sight)).toBe(true)
})

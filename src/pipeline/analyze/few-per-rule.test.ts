import { expect, it } from 'vitest'
import { fewPerRule } from './few-per-rule.ts'
import type { Remark } from './language-analysis.ts'

const remark = (rule: string, start: number): Remark => ({
  ...{ rule, start, end: start + 1, message: 'Look.', family: 'style', severity: 'info', why: '', remedy: '' },
})

it('only the first remarks of one rule are listed, with the number of further ones', () => {
  const find = fewPerRule(() => [...[9, 8, 7, 6, 5, 4, 3].map((start) => remark('a', start)), remark('b', 1)])
  const told = find({})
  expect(told.filter(({ rule }) => rule === 'a').map(({ start }) => start)).toEqual([3, 4, 5, 6, 7])
  expect(told.filter(({ rule }) => rule === 'a').at(-1)?.message).toBe('Look. There are 2 more places like it.')
  expect(told.filter(({ rule }) => rule === 'b')).toEqual([remark('b', 1)])
})

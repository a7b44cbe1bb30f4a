import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'

describe('the budget of a run', () => {
  it('leaves room for an answer: the rest, less the question', () => {
    const budget = createBudget({ tokens: 10_000 })
    expect(budget.roomFor(1000)).toBe(9000)
    budget.spend({ inputTokens: 1000, outputTokens: 500 })
    expect(budget.roomFor(1000)).toBe(7500)
  })

  it('is spent when no answer would fit any more', () => {
    const budget = createBudget({ tokens: 2000 })
    budget.spend({ inputTokens: 700, outputTokens: 300 })
    expect(budget.roomFor(900)).toBe('1000 of the 2000 tokens of this run are spent')
  })

  it('is spent when the money is', () => {
    const budget = createBudget({ tokens: 10_000, money: { usd: 0.5, prices: { inputUsd: 10, outputUsd: 100 } } })
    expect(budget.roomFor(1000)).toBe(4900)
    budget.spend({ inputTokens: 1000, outputTokens: 4800, costUsd: 0.49 })
    expect(budget.roomFor(1)).toBe('0.4900 of the 0.5 US dollars of this run are spent')
    expect(budget.spent()).toEqual({ inputTokens: 1000, outputTokens: 4800, costUsd: 0.49 })
  })

  it('is not spent by free calls', () => {
    const budget = createBudget({ tokens: 10_000, money: { usd: 0.5, prices: { inputUsd: 1, outputUsd: 0 } } })
    expect(budget.roomFor(1000)).toBe(9000)
  })
})

import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'

describe('the budget of a run', () => {
  it('leaves room for an answer: what was not spent, less the question', () => {
    const budget = createBudget({ tokens: 10_000, usd: Number.POSITIVE_INFINITY })
    expect(budget.roomFor(1000)).toBe(9000)
    budget.spend({ inputTokens: 1000, outputTokens: 500 })
    expect(budget.roomFor(1000)).toBe(7500)
  })

  it('is spent when no answer would fit any more', () => {
    const budget = createBudget({ tokens: 2000, usd: Number.POSITIVE_INFINITY })
    budget.spend({ inputTokens: 700, outputTokens: 300 })
    expect(budget.roomFor(900)).toBe('1000 of the 2000 tokens of this run are spent')
  })

  it('is spent when the money is', () => {
    const budget = createBudget({ tokens: 10_000, usd: 0.5 })
    budget.spend({ inputTokens: 1, outputTokens: 1, costUsd: 0.3 })
    expect(budget.roomFor(1)).toBe(9997)
    budget.spend({ inputTokens: 1, outputTokens: 1, costUsd: 0.3 })
    expect(budget.roomFor(1)).toBe('the 0.5 US dollars of this run are spent')
    expect(budget.spent()).toEqual({ inputTokens: 2, outputTokens: 2, costUsd: 0.6 })
  })
})

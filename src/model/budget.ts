import { addUsage, NO_USAGE, type Prices, type Usage } from './model.ts'

/** What one run may still ask of a model. */
export interface Budget {
  spend(usage: Usage): void
  spent(): Usage
  /** The longest answer that a question of so many tokens may have; a sentence when there is not enough left for one. */
  roomFor(inputTokens: number): number | string
}

export interface BudgetLimits {
  tokens: number
  /** Absent when money is not limited. */
  money?: { usd: number; prices: Prices }
}

/** Below this no answer would fit, so that asking would only cost. */
const LEAST_ANSWER_TOKENS = 200

export function createBudget({ tokens, money }: BudgetLimits): Budget {
  let spent = NO_USAGE
  return {
    spend: (usage) => {
      spent = addUsage(spent, usage)
    },
    spent: () => spent,
    roomFor: (inputTokens) => {
      const used = spent.inputTokens + spent.outputTokens
      const room = tokens - used - inputTokens
      if (room < LEAST_ANSWER_TOKENS) return `${used} of the ${tokens} tokens of this run are spent`
      if (!money) return room
      const { usd, prices } = money
      const leftUsd = usd - (spent.costUsd ?? 0) - (inputTokens * prices.inputUsd) / 1_000_000
      const affordable = leftUsd < 0 ? 0 : Math.floor((leftUsd * 1_000_000) / prices.outputUsd)
      if (affordable >= LEAST_ANSWER_TOKENS) return Math.min(room, affordable)
      return `${(spent.costUsd ?? 0).toFixed(4)} of the ${usd} US dollars of this run are spent`
    },
  }
}

import { addUsage, NO_USAGE, type Prices, type Usage } from './model.ts'

/** The rest of a run's budget for questions to a model. */
export interface Budget {
  spend(usage: Usage): void
  spent(): Usage
  /** The longest answer to a question of this many tokens; a sentence when too little is left for one. */
  roomFor(inputTokens: number): number | string
}

export interface BudgetLimits {
  tokens: number
  /** Absent when money is not limited. */
  money?: { usd: number; prices: Prices }
}

/** No answer would fit into fewer tokens, so a question would only cost. */
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

import { addUsage, NO_USAGE, type Usage } from './model.ts'

/** What one run may still ask of a model. */
export interface Budget {
  spend(usage: Usage): void
  spent(): Usage
  /** The longest answer that a question of so many tokens may have; a sentence when there is not enough left for it. */
  roomFor(inputTokens: number): number | string
}

export interface BudgetLimits {
  tokens: number
  /** Infinity when money is not limited. */
  usd: number
}

/** Below this no answer would fit, so that asking would only cost. */
const LEAST_ANSWER_TOKENS = 200

export function createBudget(limits: BudgetLimits): Budget {
  let spent = NO_USAGE
  return {
    spend: (usage) => {
      spent = addUsage(spent, usage)
    },
    spent: () => spent,
    roomFor: (inputTokens) => {
      const used = spent.inputTokens + spent.outputTokens
      const room = limits.tokens - used - inputTokens
      if (room < LEAST_ANSWER_TOKENS) return `${used} of the ${limits.tokens} tokens of this run are spent`
      const { costUsd = 0 } = spent
      return costUsd >= limits.usd ? `the ${limits.usd} US dollars of this run are spent` : room
    },
  }
}

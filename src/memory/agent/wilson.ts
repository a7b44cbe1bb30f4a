import type { AgentLevel } from '../../contract/agent.ts'

const Z = 1.959_963_984_540_054

/** The 95 % interval of a share, after Wilson: sound for few trials and for shares near 0 and 1. */
export function wilson(succeeded: number, runs: number): { rate: number; low: number; high: number } {
  if (runs === 0) return { rate: 0, low: 0, high: 1 }
  const rate = succeeded / runs
  const below = 1 + Z ** 2 / runs
  const middle = rate + Z ** 2 / (2 * runs)
  const spread = Z * Math.sqrt((rate * (1 - rate)) / runs + Z ** 2 / (4 * runs ** 2))
  return { rate, low: Math.max(0, (middle - spread) / below), high: Math.min(1, (middle + spread) / below) }
}

export const GRADUATION = { rate: 0.85, runs: 20 }

/** An agent rises and falls by its last runs alone. */
export function levelOf({ succeeded, runs }: { succeeded: number; runs: number }): AgentLevel {
  if (runs < GRADUATION.runs) return 'new'
  const { rate, low } = wilson(succeeded, runs)
  if (low >= GRADUATION.rate) return 'expert'
  return rate >= GRADUATION.rate ? 'graduated' : 'learning'
}

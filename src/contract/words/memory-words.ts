import { z } from 'zod'
import { number } from '../setting-kinds.ts'

const flag = z.stringbool().or(z.boolean())

/** The memory of programs. */
export const memoryWords = {
  settings: {
    memory: flag.default(true).describe('Whether programs that worked are remembered'),
    memoryPatterns: number(1, 100_000)
      .default(20_000)
      .describe('Most programs that are remembered for one user; those not seen for the longest time go first'),
    memoryDays: number(0, 36_500)
      .default(365)
      .describe('Days after which a remembered program that did not come again is forgotten; 0 keeps all'),
  },
  events: [],
} as const

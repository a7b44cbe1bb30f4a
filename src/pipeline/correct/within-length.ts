import type { Strategy } from './strategy.ts'

/** Some rules compare every word with every other word of its statement; longer code was not written by hand. */
const MOST_CHARACTERS = 40_000

/** The strategies, each proposing nothing for a program that is too long to be read so closely. */
export const withinLength = (strategies: readonly Strategy[]): readonly Strategy[] =>
  strategies.map((strategy) => ({
    ...strategy,
    propose: (fault) => (fault.code.length > MOST_CHARACTERS ? [] : strategy.propose(fault)),
  }))

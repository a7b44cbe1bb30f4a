import type { Strategy } from './strategy.ts'

/** Some rules look at every word from every other word of its statement; what is longer was not written by hand. */
const MOST_CHARACTERS = 40_000

/** The strategies, which propose nothing for a program that is too long to be looked at so closely. */
export const withinLength = (strategies: readonly Strategy[]): readonly Strategy[] =>
  strategies.map((strategy) => ({
    ...strategy,
    propose: (fault) => (fault.code.length > MOST_CHARACTERS ? [] : strategy.propose(fault)),
  }))

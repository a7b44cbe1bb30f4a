import type { MutationScore } from '../../../contract/test-report.ts'
import type { PlayedTests } from './played-tests.ts'
import type { ProgramReading } from './read-program.ts'

const MOST_SURVIVORS = 100

export function countMutants({ mutants, leftOut }: ProgramReading, played: PlayedTests['mutants']): MutationScore {
  const tried = new Map(played.map(({ mutant, by }) => [mutant, by.length > 0]))
  const survivors = mutants.flatMap(({ line, change }, index) => (tried.get(index) === false ? [{ line, change }] : []))
  return {
    killed: [...tried.values()].filter(Boolean).length,
    total: tried.size,
    survivors: survivors.slice(0, MOST_SURVIVORS),
    leftOut: leftOut + mutants.length - tried.size,
  }
}

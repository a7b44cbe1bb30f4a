import type { KnownProgram } from '../../contract/known-program.ts'
import type { PatternsApi } from './patterns-api.ts'

/** Each is one search of the index, which takes up to 3 ms. */
const MOST_NAMES = 4
/** A function that is written often is known in many forms. */
const LOOKED_AT = 30
const MOST_PROGRAMS = 20

/** Programs that ended well in runs and name these functions, those of the most runs first. */
export function createProgramsFor(recall: PatternsApi['recall']) {
  return async (of: { userId: string; language: string; names: readonly string[] }): Promise<KnownProgram[]> => {
    const { userId, language } = of
    const found = new Map<string, KnownProgram>()
    for (const query of of.names.slice(-MOST_NAMES)) {
      for (const { id, code, worked } of await recall({ query, language, limit: LOOKED_AT }, userId)) {
        if (worked > 0) found.set(id, { id, code, worked })
      }
    }
    return [...found.values()].sort((one, other) => other.worked - one.worked).slice(0, MOST_PROGRAMS)
  }
}

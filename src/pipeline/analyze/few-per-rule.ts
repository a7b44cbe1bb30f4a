import type { Remark } from './language-analysis.ts'
import type { RemarkFinder } from './remark-finder.ts'

/** After this many remarks of one rule a reader has understood. */
const MOST = 5

/** The first remarks of each rule; the last of them says how many more there are. */
export const fewPerRule =
  <Program>(find: RemarkFinder<Program>): RemarkFinder<Program> =>
  (program) => {
    const byRule = Map.groupBy(find(program), ({ rule }) => rule)
    return [...byRule.values()].flatMap(limit)
  }

function limit(remarks: Remark[]): Remark[] {
  const kept = [...remarks].sort((a, b) => a.start - b.start).slice(0, MOST)
  const last = kept.at(-1)
  const more = remarks.length - kept.length
  if (!last || more === 0) return kept
  return [...kept.slice(0, -1), { ...last, message: `${last.message} There are ${more} more places like it.` }]
}

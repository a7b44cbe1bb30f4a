import type { TestCoverage } from '../../../contract/test-report.ts'
import type { Place } from './mark-places.ts'
import type { PlayedTests } from './played-tests.ts'

/** Lines and branches that cases reach; from loading the program, only code outside of functions counts. */
export function countCoverage(
  places: readonly Place[],
  { cases, loaded }: Pick<PlayedTests, 'cases' | 'loaded'>,
): TestCoverage {
  const counts = places.map(({ isInFunction }, index) => (isInFunction ? 0 : (loaded[index] ?? 0)))
  for (const { places: reached, hits = [] } of cases) {
    for (const [index, place] of reached.entries()) counts[place] = (counts[place] ?? 0) + (hits[index] ?? 1)
  }
  const lines = new Map<number, number>()
  let branches = 0
  let covered = 0
  for (const [index, { line, kind }] of places.entries()) {
    const count = counts[index] ?? 0
    if (kind === 'line') lines.set(line, Math.max(lines.get(line) ?? 0, count))
    else {
      branches++
      if (count > 0) covered++
    }
  }
  const sorted = [...lines].sort(([one], [other]) => one - other)
  const missing = sorted.filter(([, count]) => count === 0).map(([line]) => line)
  return {
    lines: { covered: sorted.length - missing.length, total: sorted.length },
    branches: { covered, total: branches },
    missing,
    hits: Object.fromEntries(sorted.map(([line, count]) => [String(line), count])),
  }
}

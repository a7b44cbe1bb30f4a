import type { Analysis } from '../../../contract/analysis.ts'
import { functionMetrics, type MeasuredFunction, sizesOf } from './function-metrics.ts'
import { maintainabilityOfAll } from './maintainability.ts'
import type { SourceLines } from './read-lines.ts'
import { cognitiveOf, type Unit } from './unit.ts'

type Sums = Pick<Analysis, 'lines' | 'cyclomatic' | 'cognitive' | 'maintainability'>

/** Measures of the functions and of the whole program. The first unit is the program itself. */
export function measuresOf(units: readonly Unit[], lines: SourceLines): Sums & { functions: MeasuredFunction[] } {
  const { total, code, comment, blank } = lines
  const [program] = units
  const sizes = sizesOf(units, lines)
  // Small functions without a name are part of the code around them.
  const parts = units.filter(({ isListed }) => isListed || units.length === 1)
  const own = program && sizes.get(program)
  const hasOwnCode = own !== undefined && program !== undefined && program.words.length > 0
  return {
    lines: { total, code, comment, blank },
    cyclomatic: units.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0),
    cognitive: program ? cognitiveOf(program) : 0,
    maintainability: maintainabilityOfAll([
      ...parts.flatMap((unit) => (unit === program ? [] : (sizes.get(unit) ?? []))),
      ...(hasOwnCode ? [own] : []),
    ]),
    functions: functionMetrics(units, lines),
  }
}

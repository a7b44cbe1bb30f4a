import type { FunctionMetrics } from '../../../contract/analysis.ts'
import { maintainability, type Size } from './maintainability.ts'
import type { SourceLines } from './read-lines.ts'
import { cognitiveOf, type Unit } from './unit.ts'
import { volumeOf } from './vocabulary.ts'

/** A function with its measures, and the unit they were taken from. */
export interface MeasuredFunction {
  unit: Unit
  metrics: FunctionMetrics
}

/** The listed functions, in the order of the source. */
export function functionMetrics(units: readonly Unit[], lines: SourceLines): MeasuredFunction[] {
  const sizes = sizesOf(units, lines)
  return units
    .filter(({ isListed }) => isListed)
    .map((unit) => ({
      unit,
      metrics: {
        name: unit.name,
        line: lines.lineAt(unit.node.start),
        endLine: lastLineOf(unit, lines),
        cyclomatic: unit.cyclomatic,
        cognitive: cognitiveOf(unit),
        nesting: unit.nesting,
        lines: codeLinesOf(unit, lines),
        parameters: unit.parameters,
        maintainability: maintainability(sizes.get(unit) as Size),
      },
    }))
}

/** The size of each unit without the functions that are listed separately. */
export function sizesOf(units: readonly Unit[], lines: SourceLines): Map<Unit, Size> {
  const sizes = new Map<Unit, Size>()
  for (const unit of units) {
    sizes.set(unit, { volume: volumeOf(unit.words), cyclomatic: unit.cyclomatic, lines: codeLinesOf(unit, lines) })
  }
  for (const unit of units) {
    const outer = unit.parent && sizes.get(unit.parent)
    if (outer && unit.isListed) outer.lines = Math.max(1, outer.lines - codeLinesOf(unit, lines))
  }
  return sizes
}

const lastLineOf = ({ node }: Unit, lines: SourceLines): number => lines.lineAt(Math.max(node.start, node.end - 1))

const codeLinesOf = (unit: Unit, lines: SourceLines): number =>
  lines.codeBetween(lines.lineAt(unit.node.start), lastLineOf(unit, lines))

import type { FunctionMetrics } from '../../contract/analysis.ts'
import type { Remark } from './language-analysis.ts'
import type { MeasuredFunction } from './measure/function-metrics.ts'

interface Limit {
  id: string
  /** The measure divided by its limit, where 1 is at the limit; undefined when the limit is kept. */
  excess(metrics: FunctionMetrics): number | undefined
  message(metrics: FunctionMetrics): string
  why: string
  remedy: string
}

const above = (value: number, most: number): number | undefined => (value > most ? value / most : undefined)

const LIMITS: readonly Limit[] = [
  {
    id: 'cyclomatic-complexity',
    excess: ({ cyclomatic }) => above(cyclomatic, 10),
    message: ({ name, cyclomatic }) => `${name} has ${cyclomatic} ways through it; 10 is a good limit`,
    why: 'Each way through a function wants a test of its own.',
    remedy: 'Move whole branches into functions of their own, or replace a chain of conditions by a table.',
  },
  {
    id: 'cognitive-complexity',
    excess: ({ cognitive }) => above(cognitive, 15),
    message: ({ name, cognitive }) => `${name} has a cognitive complexity of ${cognitive}; 15 is a good limit`,
    why: 'Whoever reads it has to hold many conditions in mind at once.',
    remedy: 'Return early, turn conditions around, and give names to inner loops and conditions.',
  },
  {
    id: 'deep-nesting',
    excess: ({ nesting }) => above(nesting, 4),
    message: ({ name, nesting }) => `${name} is nested ${nesting} levels deep; 4 is a good limit`,
    why: 'What happens at the bottom depends on every condition above it.',
    remedy: 'Leave early with return or continue, or move the inner levels into a function.',
  },
  {
    id: 'long-function',
    excess: ({ lines }) => above(lines, 60),
    message: ({ name, lines }) => `${name} has ${lines} lines of code; 60 is a good limit`,
    why: 'A function that does not fit on a screen is hard to change without surprises.',
    remedy: 'Split it where one part is done and the next begins.',
  },
  {
    id: 'many-parameters',
    excess: ({ parameters }) => above(parameters, 6),
    message: ({ name, parameters }) => `${name} takes ${parameters} parameters; 6 is a good limit`,
    why: 'Calls with many arguments are easy to get wrong and hard to read.',
    remedy: 'Put what belongs together into one object.',
  },
  {
    id: 'low-maintainability',
    excess: ({ maintainability }) => (maintainability < 20 ? (maintainability < 10 ? 2 : 1) : undefined),
    message: ({ name, maintainability }) =>
      `${name} has a maintainability index of ${maintainability}; from 20 on it counts as good`,
    why: 'Its size, its vocabulary and its branches together make changes risky.',
    remedy: 'Split it into functions with one purpose each.',
  },
]

/** Remarks on functions that are too complex. More than twice the limit makes the remark more severe than low. */
export function complexityRemarks(
  functions: readonly MeasuredFunction[],
  { source, language }: { source: string; language: string },
): Remark[] {
  return functions.flatMap(({ unit, metrics }) =>
    LIMITS.flatMap((limit): Remark[] => {
      const excess = limit.excess(metrics)
      if (excess === undefined) return []
      return [
        {
          rule: `${language}/${limit.id}`,
          family: 'complexity',
          severity: excess >= 2 ? 'medium' : 'low',
          ...headOf(unit.node, source),
          message: limit.message(metrics),
          why: limit.why,
          remedy: limit.remedy,
        },
      ]
    }),
  )
}

/** The first line of the function: underlining a whole function says nothing. */
function headOf({ start, end }: { start: number; end: number }, source: string): { start: number; end: number } {
  const line = source.slice(start, end).split(/[\r\n]/, 1)[0] ?? ''
  return { start, end: start + line.trimEnd().length }
}

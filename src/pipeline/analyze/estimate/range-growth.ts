import { type Node, textOf } from '../../../language/tree/tree.ts'
import { brief } from './brief.ts'
import { beyond, CONSTANT, type Growth, logarithmic, power } from './growth.ts'
import { holds } from './loop-shape.ts'
import { numberOf } from './number-of.ts'
import type { ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'

/** So many rounds are worth a remark even when their number is fixed. */
export const MANY_ROUNDS = 10_000_000

/** How often a loop over `range(…)` runs. */
export function rangeGrowth({ values, line }: { values: readonly Node[]; line: number }, facts: ProgramFacts): Growth {
  const numbers = values.map((value) => numberOf(value, facts))
  if (numbers.every((value) => value !== undefined)) {
    const most = numbers.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0)
    return most < MANY_ROUNDS
      ? CONSTANT
      : { ...CONSTANT, reasons: [`line ${line} runs ${most.toLocaleString('en')} times`] }
  }
  if (values.some((value) => holds(value, (node) => isPowerOfTwo(node, facts)))) {
    return beyond('exponential', `line ${line} loops 2^n times`)
  }
  if (values.length === 3 && numbers[2] === undefined) return logarithmic(`line ${line} loops in growing steps`)
  const isRoot = values.some((value) => holds(value, (node) => isSquareRoot(node, facts)))
  const text = values.slice(0, 3).map((value) => textOf(facts.tree, value))
  return power(isRoot ? 0.5 : 1, `line ${line} loops over range(${brief(text.join(', '))})`)
}

function isPowerOfTwo({ type, children }: Node, facts: ProgramFacts): boolean {
  const [left, operator, right] = type === 'BinaryExpression' ? children : []
  if (!left || !operator || numberOf(right, facts) !== undefined) return false
  const text = textOf(facts.tree, operator)
  return (text === '<<' || text === '**') && numberOf(left, facts) !== undefined
}

function isSquareRoot(node: Node, { tree }: ProgramFacts): boolean {
  if (node.type === 'CallExpression') return /(?:^|\.)i?sqrt$/.test(calledName(node, tree) ?? '')
  const [, operator, right] = node.type === 'BinaryExpression' ? node.children : []
  return !!operator && !!right && textOf(tree, operator) === '**' && Number(textOf(tree, right)) === 0.5
}

import type { Node } from '../../../language/tree/tree.ts'
import type { PythonProgram } from './program.ts'

/** More bytes than any sandbox has. */
export const HUGE = 4_000_000_000

/** Text or a list repeated so many times, or a power of a power. */
export function hugeProduct(program: PythonProgram, node: Node): 'high' | 'medium' | undefined {
  const [left, mark, right] = node.children
  const operator = mark && program.tree.source.slice(mark.start, mark.end)
  const filled = isFilling(left) ? right : isFilling(right) ? left : undefined
  if (operator === '*' && filled) return (sizeExponent(program, filled) ?? 0) > Math.log10(HUGE) ? 'high' : undefined
  return operator === '**' && (sizeExponent(program, node) ?? 0) > 10_000_000 ? 'medium' : undefined
}

const NUMBER = /^[\d_.]+(e\d+)?$/i

/** Products and powers of literal numbers, as logarithms so that they fit. */
function sizeExponent(program: PythonProgram, node: Node | undefined): number | undefined {
  if (!node) return undefined
  const text = program.tree.source.slice(node.start, node.end)
  if (node.type === 'Number')
    return NUMBER.test(text) ? Math.log10(Math.max(1, Number(text.replaceAll('_', '')))) : undefined
  if (node.type === 'ParenthesizedExpression') return sizeExponent(program, node.children[1])
  if (node.type !== 'BinaryExpression') return undefined
  const [left, mark, right] = node.children
  const operator = mark && program.tree.source.slice(mark.start, mark.end)
  const [first, second] = [sizeExponent(program, left), sizeExponent(program, right)]
  if (first === undefined || second === undefined) return undefined
  if (operator === '*') return first + second
  return operator === '**' ? first * 10 ** Math.min(second, 300) : undefined
}

const isFilling = (node: Node | undefined): boolean =>
  node?.type === 'String' ||
  node?.type === 'ArrayExpression' ||
  node?.type === 'TupleExpression' ||
  node?.type === 'ContinuedString'

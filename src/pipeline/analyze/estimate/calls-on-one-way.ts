import type { Node } from '../../../language/tree/tree.ts'

const CHOICES = new Set(['IfStatement', 'ConditionalExpression'])
const LISTS = new Set(['Body', 'Block'])

/**
 * The largest number of the calls that one execution can make. Branches exclude each other, and a branch that returns
 * excludes the statements behind it; everything else happens one after the other.
 */
export function callsOnOneWay(node: Node, calls: ReadonlySet<Node>): number {
  const own = calls.has(node) ? 1 : 0
  const count = (child: Node) => callsOnOneWay(child, calls)
  if (CHOICES.has(node.type)) return own + node.children.reduce((most, child) => Math.max(most, count(child)), 0)
  if (!LISTS.has(node.type)) return own + node.children.reduce((sum, child) => sum + count(child), 0)
  return node.children.reduceRight(
    (later, child) => (returnsInside(child) ? Math.max(later, count(child)) : later + count(child)),
    0,
  )
}

const isReturn = ({ type }: Node): boolean => type === 'ReturnStatement'

const returnsInside = (node: Node): boolean =>
  node.type === 'IfStatement' &&
  node.children.some((child) => isReturn(child) || (LISTS.has(child.type) && child.children.some(isReturn)))

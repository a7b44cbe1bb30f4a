import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'

/** Numbers by the names that stand for them in the whole program. */
export interface KnownNumbers {
  tree: Tree
  numbers: ReadonlyMap<string, number>
}

/** The value of a numeric expression such as `10 ** 6` or `SIZE * 4`; undefined when it depends on more. */
export function numberOf(node: Node | undefined, known: KnownNumbers): number | undefined {
  const { tree, numbers } = known
  switch (node?.type) {
    case 'Number':
      return literalOf(textOf(tree, node))
    case 'VariableName':
      return numbers.get(textOf(tree, node))
    case 'ParenthesizedExpression':
      return numberOf(node.children[1], known)
    case 'UnaryExpression': {
      const value = numberOf(node.children[1], known)
      return value !== undefined && node.children[0] && textOf(tree, node.children[0]) === '-' ? -value : value
    }
    case 'BinaryExpression': {
      const [left, operator, right] = node.children
      const [one, other] = [numberOf(left, known), numberOf(right, known)]
      if (one === undefined || other === undefined || !operator) return undefined
      return OPERATIONS.get(textOf(tree, operator))?.(one, other)
    }
    default:
      return undefined
  }
}

const literalOf = (text: string): number | undefined => {
  const value = Number(text.replaceAll('_', '').replace(/n$/, ''))
  return Number.isNaN(value) ? undefined : value
}

const OPERATIONS = new Map<string, (one: number, other: number) => number>([
  ['+', (one, other) => one + other],
  ['-', (one, other) => one - other],
  ['*', (one, other) => one * other],
  ['/', (one, other) => one / other],
  ['//', (one, other) => Math.floor(one / other)],
  ['%', (one, other) => one % other],
  ['**', (one, other) => one ** other],
  ['<<', (one, other) => one * 2 ** other],
])

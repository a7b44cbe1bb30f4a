import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import type { Assignment } from './assignment.ts'
import { namesIn } from './names-in.ts'

interface Rounds {
  /** Names in the loop's condition. */
  names: ReadonlySet<string>
  assignments: readonly Assignment[]
}

const SCALING = new Set(['//=', '/=', '>>=', '>>>=', '*=', '<<='])
const DIVIDING = new Set(['//', '/', '>>', '>>>'])

/** A name of the condition is divided or multiplied, directly or through a middle: `middle = (low + high) // 2`. */
export function isHalving({ names, assignments }: Rounds, tree: Tree): boolean {
  const isHalf = halfOf(names, tree)
  const halves = assignments.filter(({ values }) => values.some((value) => Array.from(walk(value)).some(isHalf)))
  const halved = new Set(halves.flatMap(({ targets }) => targets))
  const isHalved = (name: string) => halved.has(name)
  return assignments
    .filter(({ targets }) => targets.some((target) => names.has(target)))
    .some(({ targets, values, update }) => {
      if (update !== undefined) return SCALING.has(update)
      return targets.some(isHalved) || values.some((value) => namesIn(value, tree).some(isHalved))
    })
}

/** `a // 2` of a name, and `a % b` as in Euclid's algorithm. */
const halfOf =
  (names: ReadonlySet<string>, tree: Tree) =>
  ({ type, children }: Node): boolean => {
    const [left, operator, right] = type === 'BinaryExpression' ? children : []
    if (!left || !operator || !right) return false
    const text = textOf(tree, operator)
    if (text === '%') return right.type === 'VariableName' && names.has(textOf(tree, right))
    return DIVIDING.has(text) && right.type === 'Number' && namesIn(left, tree).some((name) => names.has(name))
  }

import { membersOf, sidesOf } from '../../../../language/javascript/nodes.ts'
import { type Node, textOf } from '../../../../language/tree/tree.ts'
import type { Assignment } from '../program.ts'
import { keyOf } from './follow.ts'
import { normalised } from './name-of.ts'
import type { Reading } from './reading.ts'

export function readAssignment(reading: Reading, node: Node): Assignment[] {
  const sides = sidesOf(node)
  if (!sides) return []
  const { left: target, right: value, sign } = sides
  // The target of an assignment is the place, not its earlier value.
  const members = target.type === 'MemberExpression' ? membersOf(target) : undefined
  const key = members ? (keyOf(reading, target) ?? '') : textOf(reading.tree, target)
  const name = members ? normalised(`${reading.nameOf(members.object)}.${key}`) : reading.nameOf(target)
  return [{ node, target, value, key, name, isAdding: sign.type === 'UpdateOp' && textOf(reading.tree, sign) === '+=' }]
}

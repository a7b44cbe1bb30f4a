import { calleeOf, membersOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import { callTaking, elementsOf, keyOf } from './follow.ts'
import type { Reading } from './reading.ts'

/** A list with more elements is a table, not a choice. */
const MOST_CHOICES = 50

/** The elements of a literal list, for the variable of a loop over it. */
export function choicesOf(reading: Reading, node: Node): readonly Node[] {
  const binding = node.type === 'VariableName' ? reading.bindings.of(node) : undefined
  const [given] = binding?.values ?? []
  const isElement = binding?.kind === 'element' && given?.path.length === 1 && given.path[0] === '*'
  const over = isElement ? given.node : binding?.parameter && looped(reading, binding.parameter)
  const list = over && reading.follow(over)
  const elements = list?.type === 'ArrayExpression' ? elementsOf(list) : undefined
  return elements && elements.length <= MOST_CHOICES ? elements : []
}

/** The list that `forEach`, `map` and their like go through. */
function looped(reading: Reading, { owner, index }: { owner: Node; index: number }): Node | undefined {
  const call = index === 0 ? callTaking(owner) : undefined
  const callee = call && calleeOf(call)
  const isLoop =
    callee?.type === 'MemberExpression' &&
    /^(?:forEach|map|flatMap|filter|some|every)$/.test(keyOf(reading, callee) ?? '')
  return isLoop ? membersOf(callee)?.object : undefined
}

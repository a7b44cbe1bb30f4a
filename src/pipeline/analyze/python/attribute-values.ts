import { nodesOf } from '../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'

const known = new WeakMap<Tree, Map<string, Node[]>>()

/** All values that the program assigns to `self.name`, in any class. */
export function attributeValues(tree: Tree, attribute: Node): readonly Node[] {
  let byName = known.get(tree)
  if (!byName) {
    byName = sortValues(tree)
    known.set(tree, byName)
  }
  return byName.get(textOf(tree, attribute)) ?? []
}

function sortValues(tree: Tree): Map<string, Node[]> {
  const byName = new Map<string, Node[]>()
  for (const { children } of nodesOf(tree, 'AssignStatement')) {
    const [target] = children
    const value = children.at(-1)
    if (target?.type !== 'MemberExpression' || !value || children.length > 4) continue
    const name = textOf(tree, target)
    const same = byName.get(name)
    if (same) same.push(value)
    else if (name.startsWith('self.')) byName.set(name, [value])
  }
  return byName
}

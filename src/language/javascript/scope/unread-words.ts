import { nodesOf } from '../../tree/nodes-by-type.ts'
import { ERROR_NODE, type Tree, textOf } from '../../tree/tree.ts'

const known = new WeakMap<Tree, Set<string>>()

/** Words at places where the grammar gave up: the use of these names is unknown. */
export function unreadWords(tree: Tree): ReadonlySet<string> {
  let words = known.get(tree)
  if (!words) {
    words = new Set(nodesOf(tree, ERROR_NODE).flatMap((node) => textOf(tree, node).match(/[\w$]+/g) ?? []))
    known.set(tree, words)
  }
  return words
}

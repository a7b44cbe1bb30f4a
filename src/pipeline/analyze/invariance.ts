import { type Node, type Tree, textOf, walk } from '../../language/tree/tree.ts'

interface LanguageOfLoops {
  /** The names that a node gives a value. */
  boundAt(tree: Tree, node: Node): string[]
  /** Nodes that may have another value each time. */
  changing: readonly string[]
}

/** Tells for a language whether an expression has the same value in each round of a loop. */
export function createInvariance({ boundAt, changing }: LanguageOfLoops) {
  const boundBy = new WeakMap<Node, Set<string>>()
  /** The names that change their value while the loop goes on. */
  const namesBoundIn = (tree: Tree, loop: Node): Set<string> => {
    let names = boundBy.get(loop)
    if (!names) {
      names = new Set(Array.from(walk(loop)).flatMap((node) => boundAt(tree, node)))
      boundBy.set(loop, names)
    }
    return names
  }
  return {
    namesBoundIn,
    /** The expression has the same value in each round, as far as names tell. */
    isInvariant(tree: Tree, { expression, loop }: { expression: Node; loop: Node }): boolean {
      const bound = namesBoundIn(tree, loop)
      for (const node of walk(expression)) {
        if (node.type === 'VariableName' && bound.has(textOf(tree, node))) return false
        if (changing.includes(node.type)) return false
      }
      return true
    },
  }
}

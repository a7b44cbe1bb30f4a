import { forEachChild, type Script, type SyntaxNode } from 'unbash'

/** A node of a script, and the node around it. */
export interface PlacedNode<Kind extends SyntaxNode = SyntaxNode> {
  node: Kind
  parent: PlacedNode | undefined
}

const known = new WeakMap<Script, PlacedNode[]>()

/** All nodes of a script, outer ones first. Code in escaped backticks has other offsets, and is left out. */
export function placedNodes(script: Script): PlacedNode[] {
  let nodes = known.get(script)
  if (!nodes) {
    nodes = []
    const open: PlacedNode[] = script.commands.map((node) => ({ node, parent: undefined })).reverse()
    for (let placed = open.pop(); placed; placed = open.pop()) {
      if (placed.node.type === 'Script' && placed.node.source !== undefined) continue
      nodes.push(placed)
      const parent = placed
      const children: PlacedNode[] = []
      forEachChild(placed.node, (node) => children.push({ node, parent }))
      for (const child of children.reverse()) open.push(child)
    }
    known.set(script, nodes)
  }
  return nodes
}

export function nodesOfType<Type extends SyntaxNode['type']>(
  script: Script,
  type: Type,
): PlacedNode<Extract<SyntaxNode, { type: Type }>>[] {
  return placedNodes(script).filter(({ node }) => node.type === type) as PlacedNode<
    Extract<SyntaxNode, { type: Type }>
  >[]
}

/** A loop of the same function repeats the node; a function inside of a loop is called from elsewhere. */
export function isInLoop(placed: PlacedNode): boolean {
  for (let inner = placed, outer = placed.parent; outer; inner = outer, outer = outer.parent) {
    const { node } = outer
    if (node.type === 'Function') return false
    const isLoop = node.type === 'For' || node.type === 'While' || node.type === 'ArithmeticFor'
    if (isLoop && inner.node === node.body) return true
  }
  return false
}

/** The words of a command, its name first; assignments are left out. */
export function wordsOf(node: SyntaxNode): string[] {
  if (node.type !== 'Command' || !node.name) return []
  return [node.name.value, ...node.args.flatMap((argument) => (argument.type === 'Word' ? argument.value : []))]
}

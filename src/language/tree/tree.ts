/** A node of a syntax tree. Types are those of the grammars: @lezer/python and @lezer/javascript. */
export interface Node {
  readonly type: string
  /** Offset of the node's first character, in UTF-16 units. */
  readonly start: number
  /** Offset behind the node's last character. */
  readonly end: number
  readonly parent: Node | undefined
  readonly children: readonly Node[]
}

/** A program as a syntax tree. Broken programs have one too: text that does not fit stands in nodes of type `⚠`. */
export interface Tree {
  readonly source: string
  readonly root: Node
  /** True when some text did not fit the grammar, or was nested too deep to be read. */
  readonly isPartial: boolean
}

export const ERROR_NODE = '⚠'

export const textOf = (tree: Tree, node: Node): string => tree.source.slice(node.start, node.end)

/** Yields the node and all nodes below it, in the order of the source. */
export function* walk(from: Node): Generator<Node> {
  const open = [from]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index] as Node)
  }
}

export const childOf = (node: Node, ...types: string[]): Node | undefined =>
  node.children.find(({ type }) => types.includes(type))

/** The nearest node around this one that has one of the types. */
export function around(node: Node, ...types: string[]): Node | undefined {
  let outer = node.parent
  while (outer && !types.includes(outer.type)) outer = outer.parent
  return outer
}

import { isFunction, type Node } from './syntax-node.ts'

/** A node with its place in the tree. */
export interface Visit {
  node: Node
  /** Field of the parent that holds the node. */
  key: string
  up?: Visit
  isInFunction: boolean
}

const NOT_CODE = ['loc', 'leadingComments', 'trailingComments', 'innerComments', 'extra', 'range']

/** Visits all nodes in the order of the text, without recursion: a program may nest deeper than the stack. */
export function walk(root: Node, enter: (visit: Visit) => undefined | 'skip'): void {
  const waiting: Visit[] = [{ node: root, key: '', isInFunction: false }]
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    if (enter(visit) === 'skip') continue
    for (const child of childrenOf(visit).reverse()) waiting.push(child)
  }
}

function childrenOf(up: Visit): Visit[] {
  const children: Visit[] = []
  const isInFunction = up.isInFunction || isFunction(up.node)
  for (const [key, value] of Object.entries(up.node)) {
    if (NOT_CODE.includes(key)) continue
    for (const node of Array.isArray(value) ? value : [value])
      if (isNode(node)) children.push({ node, key, up, isInFunction })
  }
  return children.sort((one, other) => (one.node.start ?? 0) - (other.node.start ?? 0))
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

import type { Node } from '../../language/tree/tree.ts'

/** Where a child stands among the children of its parent, without reading them all. */
export function indexIn(parent: Node, child: Node): number {
  const { children } = parent
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((children[middle] as Node).end <= child.start && (children[middle] as Node).start < child.start)
      low = middle + 1
    else high = middle
  }
  // Empty nodes of broken programs may share a place.
  while (low < children.length && children[low] !== child) low += 1
  return low < children.length ? low : -1
}

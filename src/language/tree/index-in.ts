import type { Node } from './tree.ts'

/** The index of a child in its parent, found by bisection. */
export function indexIn(parent: Node, child: Node): number {
  const { children } = parent
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((children[middle] as Node).end <= child.start && (children[middle] as Node).start < child.start)
      low = middle + 1
    else high = middle
  }
  // Empty nodes of broken programs may share an offset.
  while (low < children.length && children[low] !== child) low += 1
  return low < children.length ? low : -1
}

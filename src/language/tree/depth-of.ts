import type { Node } from './tree.ts'

/** The depth of the deepest node below this one. */
export function depthOf(root: Node): number {
  let depth = 0
  for (let level: readonly Node[] = root.children; level.length > 0; level = level.flatMap(({ children }) => children))
    depth += 1
  return depth
}

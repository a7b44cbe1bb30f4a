import type { Node } from './syntax-node.ts'
import { pathOf } from './top-level.ts'
import { walk } from './walk.ts'

/** All names that a piece of code uses, including paths such as `a.b.c`. */
export function namesIn(node: Node): Set<string> {
  const names = new Set<string>()
  walk(node, ({ node: each }) => {
    if (each.type === 'Identifier' || each.type === 'MemberExpression') names.add(pathOf(each))
    return undefined
  })
  return names
}

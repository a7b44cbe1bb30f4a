import type { Node } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import { pathOf } from './top-level.ts'

/** All names that a piece of code uses, including paths such as `a.b.c`. */
export function namesIn(node: Node): Set<string> {
  const names = new Set<string>()
  walk(node, ({ node: each }) => {
    if (each.type === 'Identifier' || each.type === 'MemberExpression') names.add(pathOf(each))
    return undefined
  })
  return names
}

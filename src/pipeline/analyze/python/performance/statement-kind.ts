import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import { assignedValues, homeOf } from '../known-kind.ts'

const READ = /^[a-zA-Z]{0,2}['"]{1,3}\s*(?:select|with)\b/i
const WRITE = /^[a-zA-Z]{0,2}['"]{1,3}\s*(?:insert|update|delete|replace)\b/i

/** Whether a call's SQL reads or writes, if the SQL is a literal argument or a variable's only value. */
export function statementKind(tree: Tree, call: Node): 'read' | 'write' | undefined {
  const [first] = argumentsOf(tree, call)
  const statement = first && !first.name ? valueGiven(tree, first.value) : undefined
  const begin = statement ? textOf(tree, statement).slice(0, 60) : ''
  if (READ.test(begin)) return 'read'
  return WRITE.test(begin) ? 'write' : undefined
}

function valueGiven(tree: Tree, node: Node): Node | undefined {
  if (node.type !== 'VariableName') return node
  const [value, ...more] = assignedValues(tree, { scope: homeOf(tree, node), name: textOf(tree, node) })
  return more.length === 0 ? value : undefined
}

import { forEachChild, type Script, type SyntaxNode } from 'unbash'
import { MOST_DEPTH } from '../../language/tree/grow-tree.ts'
import type { Node, Tree } from '../../language/tree/tree.ts'

interface GrowingNode extends Node {
  children: GrowingNode[]
}

/**
 * A script in the shape of the other languages' trees, so that it can be measured as they are. Parts of an `if` are called
 * Clause, Then and Else, the first word of a command is its Name, and operators between commands are leaves.
 */
export function bashTree(script: Script, source: string): Tree {
  const root: GrowingNode = { type: 'Script', start: 0, end: source.length, parent: undefined, children: [] }
  for (const statement of script.commands) grow(statement, { type: statement.type, parent: root, depth: 1 })
  return { source, root, isPartial: false }
}

function grow(from: SyntaxNode, { type, parent, depth }: { type: string; parent: GrowingNode; depth: number }): void {
  // Code in escaped backticks has offsets into a text of its own, so it is left out.
  if (depth > MOST_DEPTH || (from.type === 'Script' && from.source !== undefined)) return
  const node: GrowingNode = { type, start: from.pos, end: from.end, parent, children: [] }
  parent.children.push(node)
  const operators = operatorsOf(from)
  let index = 0
  forEachChild(from, (child) => {
    const operator = index > 0 ? operators[index - 1] : undefined
    if (operator) node.children.push({ type: operator, start: child.pos, end: child.pos, parent: node, children: [] })
    index += 1
    grow(child, { type: roleOf(from, child) ?? child.type, parent: node, depth: depth + 1 })
  })
}

function operatorsOf(node: SyntaxNode): readonly string[] {
  if (node.type === 'AndOr') return node.operators
  return node.type === 'TestLogical' ? node.operands.slice(1).map(() => node.operator) : []
}

function roleOf(parent: SyntaxNode, child: SyntaxNode): string | undefined {
  if (parent.type === 'Command') return child === parent.name ? 'Name' : undefined
  if (parent.type === 'If' && child === parent.else) return 'Else'
  const hasClause = parent.type === 'If' || parent.type === 'Elif' || parent.type === 'While'
  if (hasClause && child === parent.clause) return 'Clause'
  return parent.type === 'Function' && child === parent.name ? 'Name' : undefined
}

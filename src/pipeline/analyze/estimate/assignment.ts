import { indexIn } from '../../../language/tree/index-in.ts'
import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import { namesIn } from './names-in.ts'

export interface Assignment {
  targets: string[]
  values: readonly Node[]
  /** Operator such as `+=`; undefined for a plain assignment. */
  update?: string
}

/** Targets and values of `a, b = c, d`, `a += b`, `const a = b` and `a++`. */
export function assignmentAt(node: Node, tree: Tree): Assignment | undefined {
  if (STATEMENTS.has(node.type)) return assignmentIn(node, tree)
  if (DECLARED.has(node.type)) return declarationOf(node, tree)
  return node.type === 'PostfixExpression' ? { targets: namesIn(node, tree), values: [], update: '+=' } : undefined
}

const STATEMENTS = new Set(['AssignStatement', 'AssignmentExpression', 'UpdateStatement'])
const DECLARED = new Set(['VariableDefinition', 'ObjectPattern', 'ArrayPattern'])
const OPERATORS = new Set(['AssignOp', 'Equals', 'UpdateOp'])

function assignmentIn({ children }: Node, tree: Tree): Assignment | undefined {
  const at = children.findLastIndex(({ type }) => OPERATORS.has(type))
  const operator = children[at]
  if (!operator) return undefined
  const targets = children.slice(0, at).filter(({ type }) => type !== 'TypeDef' && type !== 'MemberExpression')
  return {
    targets: targets.flatMap((target) => namesIn(target, tree)),
    values: children.slice(at + 1).filter(({ type }) => type !== ','),
    ...(operator.type === 'UpdateOp' ? { update: textOf(tree, operator) } : {}),
  }
}

function declarationOf(node: Node, tree: Tree): Assignment | undefined {
  if (node.parent?.type !== 'VariableDeclaration') return undefined
  const siblings = node.parent.children
  const at = indexIn(node.parent, node)
  const equals = siblings[at + 1]?.type === 'TypeAnnotation' ? at + 2 : at + 1
  const value = siblings[equals]?.type === 'Equals' ? siblings[equals + 1] : undefined
  return value && { targets: namesIn(node, tree), values: [value] }
}

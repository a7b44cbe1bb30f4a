import {
  type ClassNode,
  type FunctionNode,
  isClass,
  isFunction,
  type Node,
  type Statement,
} from '../../../language/javascript/syntax-node.ts'

/** A function or class that is defined at the top level of a program. */
export interface Definition {
  name: string
  /** The expression that reaches it from the top level. */
  expression: string
  node: FunctionNode | ClassNode
  /** The comment above it. */
  comment: string
}

/** All definitions at the top level that can be called, objects that hold functions included. */
export function findDefinitions(body: readonly Statement[], ownName: string): Definition[] {
  return body.flatMap((statement) => definitionsIn(statement, ownName))
}

function definitionsIn(statement: Statement, ownName: string): Definition[] {
  const comment = (statement.leadingComments ?? []).map(({ value }) => value).join('\n')
  const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
  const node = (isExport && (statement.declaration as Node | null | undefined)) || statement
  if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id) {
    return [{ name: node.id.name, expression: node.id.name, node, comment }]
  }
  if (node.type === 'VariableDeclaration') {
    return node.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init ? definitionsOf(init, { name: id.name, expression: id.name, comment }) : [],
    )
  }
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return []
  return assigned(node.expression, { comment, ownName })
}

interface Place {
  name: string
  expression: string
  comment: string
}

function definitionsOf(value: Node, place: Place): Definition[] {
  const bare = 'expression' in value && value.type.startsWith('TS') ? (value.expression as Node) : value
  if (isFunction(bare) || isClass(bare)) return [{ ...place, node: bare }]
  if (bare.type !== 'ObjectExpression') return []
  return bare.properties.flatMap((each): Definition[] => {
    if (each.type === 'SpreadElement' || each.computed || each.key.type !== 'Identifier') return []
    if (each.type === 'ObjectMethod' && each.kind !== 'method') return []
    const node = each.type === 'ObjectMethod' ? each : (each.value as Node)
    const comment = (each.leadingComments ?? []).map((one) => one.value).join('\n')
    const key = each.key.name
    return isFunction(node)
      ? [{ name: `${place.name}.${key}`, expression: `${place.expression}.${key}`, node, comment }]
      : []
  })
}

/** `module.exports = …`, `exports.name = …`. */
function assigned(
  { left, right }: Extract<Node, { type: 'AssignmentExpression' }>,
  { comment, ownName }: { comment: string; ownName: string },
): Definition[] {
  const path = pathOf(left as Node)
  if (path === 'module.exports') {
    const name = (isFunction(right) || isClass(right)) && 'id' in right && right.id ? right.id.name : ownName
    const found = definitionsOf(right, { name, expression: 'module.exports', comment })
    return right.type === 'ObjectExpression'
      ? found.map((each) => ({ ...each, name: each.name.slice(name.length + 1) }))
      : found
  }
  const exported = /^(?:module\.)?exports\.([\w$]+)$/.exec(path)?.[1]
  return exported ? definitionsOf(right, { name: exported, expression: `module.exports.${exported}`, comment }) : []
}

/** `a.b.c` as text; empty for anything else. */
export function pathOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return ''
  const owner = pathOf(node.object as Node)
  return owner && `${owner}.${node.property.name}`
}

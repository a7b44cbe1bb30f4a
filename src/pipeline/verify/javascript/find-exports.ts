import type { Statement } from '../../../language/javascript/syntax-node.ts'
import { pathOf } from './top-level.ts'

/** The exported name for each of the program's own names. `default` is the default export. */
export type Exports = ReadonlyMap<string, string>

export function findExports(body: readonly Statement[]): Exports {
  return new Map(body.flatMap((statement) => [...moduleExports(statement), ...commonJsExports(statement)]))
}

function moduleExports(statement: Statement): [string, string][] {
  if (statement.type === 'ExportDefaultDeclaration') {
    const { declaration } = statement
    if (declaration.type === 'Identifier') return [[declaration.name, 'default']]
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [[declaration.id.name, 'default']] : []
  }
  if (statement.type !== 'ExportNamedDeclaration') return []
  const { declaration, specifiers, source } = statement
  if (declaration?.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? [[id.name, id.name] as [string, string]] : [],
    )
  }
  if (declaration && 'id' in declaration && declaration.id?.type === 'Identifier')
    return [[declaration.id.name, declaration.id.name]]
  if (source) return []
  return specifiers.flatMap((each) => {
    if (each.type !== 'ExportSpecifier') return []
    return [
      [each.local.name, each.exported.type === 'Identifier' ? each.exported.name : each.exported.value] as [
        string,
        string,
      ],
    ]
  })
}

function commonJsExports(statement: Statement): [string, string][] {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return []
  const { left, right } = statement.expression
  const path = left.type === 'MemberExpression' ? pathOf(left) : ''
  const single = /^(?:module\.)?exports\.([\w$]+)$/.exec(path)?.[1]
  if (single) return [[right.type === 'Identifier' ? right.name : `module.exports.${single}`, single]]
  if (path !== 'module.exports') return []
  if (right.type === 'Identifier') return [[right.name, 'default']]
  if (right.type !== 'ObjectExpression') return [['module.exports', 'default']]
  return right.properties.flatMap((each) => {
    if (each.type === 'SpreadElement' || each.key.type !== 'Identifier' || each.computed) return []
    const isAlias = each.type === 'ObjectProperty' && each.value.type === 'Identifier'
    return [
      [isAlias ? (each.value as { name: string }).name : `module.exports.${each.key.name}`, each.key.name] as [
        string,
        string,
      ],
    ]
  })
}

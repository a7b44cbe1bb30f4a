import type { Node } from '../../tree/tree.ts'
import type { BindingKind } from './scope.ts'

const BY_PARENT: Record<string, BindingKind> = {
  FunctionDeclaration: 'function',
  FunctionExpression: 'function',
  ClassDeclaration: 'class',
  ClassExpression: 'class',
  ImportDeclaration: 'import',
  ImportGroup: 'import',
  CatchClause: 'catch',
  ParamList: 'parameter',
  NamespaceDeclaration: 'class',
}
const PATTERNS = ['ObjectPattern', 'ArrayPattern', 'PatternProperty']

/** The kind of name that this node declares; undefined when it declares none. */
export function declarationAt(node: Node): BindingKind | undefined {
  if (node.type === 'TypeDefinition') return node.parent?.type === 'TypeParamList' ? undefined : 'type'
  if (node.type !== 'VariableDefinition') return undefined
  let holder = node.parent
  while (holder && PATTERNS.includes(holder.type)) holder = holder.parent
  if (!holder) return undefined
  if (['VariableDeclaration', 'ForOfSpec', 'ForInSpec'].includes(holder.type)) return keywordOf(holder)
  return BY_PARENT[holder.type]
}

function keywordOf({ children }: Node): BindingKind | undefined {
  const keyword = children.find(({ type }) => type === 'var' || type === 'let' || type === 'const')?.type
  return keyword as BindingKind | undefined
}

import { parse } from '@babel/parser'

type File = ReturnType<typeof parse>
export type Statement = File['program']['body'][number]
type Of<Union, Type extends string> = Extract<Union, { type: Type }>
export type Expression = Of<Statement, 'ExpressionStatement'>['expression']
export type ClassNode = Of<Statement, 'ClassDeclaration'> | Of<Expression, 'ClassExpression'>
export type ClassMember = ClassNode['body']['body'][number]
export type ObjectMember = Of<Expression, 'ObjectExpression'>['properties'][number]
export type FunctionNode =
  | Of<Statement, 'FunctionDeclaration'>
  | Of<Expression, 'FunctionExpression' | 'ArrowFunctionExpression'>
  | Of<ClassMember, 'ClassMethod'>
  | Of<ObjectMember, 'ObjectMethod'>
export type ParameterNode =
  | FunctionNode['params'][number]
  | Of<FunctionNode['params'][number], 'TSParameterProperty'>['parameter']
export type TypeNode = Of<Expression, 'TSAsExpression'>['typeAnnotation']
export type TypeMember = Of<TypeNode, 'TSTypeLiteral'>['members'][number]
type SwitchCase = Of<Statement, 'SwitchStatement'>['cases'][number]
type Template = Of<Expression, 'TemplateLiteral'>['quasis'][number]
type Declarator = Of<Statement, 'VariableDeclaration'>['declarations'][number]
type Target = Declarator['id'] | Of<Expression, 'AssignmentExpression'>['left']
type Argument = Of<Expression, 'CallExpression'>['arguments'][number]

export type Node =
  | Statement
  | Expression
  | ClassMember
  | ObjectMember
  | ParameterNode
  | TypeNode
  | TypeMember
  | SwitchCase
  | Template
  | Declarator
  | Target
  | Argument
  | File['program']
  | ClassNode['body']

/** A program's syntax tree; undefined when it does not parse. Never throws. */
export function readSyntax(code: string, isTypeScript: boolean): File['program'] | undefined {
  try {
    return parse(code, {
      sourceType: 'unambiguous',
      plugins: isTypeScript ? ['typescript', 'decorators'] : ['decorators'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      allowUndeclaredExports: true,
      attachComment: true,
    }).program
  } catch {
    return undefined
  }
}

export const isFunction = (node: Node | null | undefined): node is FunctionNode =>
  node != null &&
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassMethod', 'ObjectMethod'].includes(
    node.type,
  )

export const isClass = (node: Node | null | undefined): node is ClassNode =>
  node != null && (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')

/** Offsets; Babel sets them on every node that it has read. */
export const startOf = ({ start }: { start?: number | null }): number => start ?? 0
export const endOf = ({ end }: { end?: number | null }): number => end ?? 0
export const lineOf = ({ loc }: { loc?: { start: { line: number } } | null }): number => loc?.start.line ?? 1

import type { Node, Statement, TypeMember, TypeNode } from '../../../language/javascript/syntax-node.ts'
import { type Field, type PlainKind, type Shape, UNKNOWN, unionOf } from './shape.ts'

/** Types, interfaces, enums and classes of the file, by name. */
export type DeclaredTypes = ReadonlyMap<string, Node>

const MOST_DEPTH = 5
const KEYWORDS: Record<string, PlainKind> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
  TSBigIntKeyword: 'bigint',
  TSNullKeyword: 'null',
  TSUndefinedKeyword: 'undefined',
  TSVoidKeyword: 'undefined',
  TSSymbolKeyword: 'symbol',
  TSFunctionType: 'function',
}
const PLAIN_NAMES: Record<string, PlainKind> = {
  Date: 'date',
  RegExp: 'regexp',
  Function: 'function',
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
}
const LISTS = ['Array', 'ReadonlyArray', 'Iterable', 'ArrayLike', 'IterableIterator']
const SAME = ['Readonly', 'Required', 'NonNullable', 'Partial', 'Awaited']

export function declaredTypes(body: readonly Statement[]): DeclaredTypes {
  const found = new Map<string, Node>()
  for (const statement of body) {
    const isWrapped = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
    const node = (isWrapped && (statement.declaration as Node | null)) || statement
    const id = 'id' in node ? node.id : undefined
    if (id && typeof id === 'object' && id.type === 'Identifier') found.set(id.name, node)
  }
  return found
}

/** The shape of a type annotation; unknown if it cannot be read. */
export function shapeOfType(type: TypeNode, declared: DeclaredTypes, depth = 0): Shape {
  if (depth > MOST_DEPTH) return UNKNOWN
  const part = (node: TypeNode) => shapeOfType(node, declared, depth + 1)
  const keyword = KEYWORDS[type.type]
  if (keyword) return { kind: keyword }
  switch (type.type) {
    case 'TSUnionType':
      return unionOf(type.types.map(part))
    case 'TSIntersectionType':
      return joinObjects(type.types.map(part))
    case 'TSArrayType':
      return { kind: 'array', of: part(type.elementType) }
    case 'TSTupleType':
      return {
        kind: 'tuple',
        of: type.elementTypes.map((each) => (each.type === 'TSNamedTupleMember' ? part(each.elementType) : part(each))),
      }
    case 'TSLiteralType':
      return literalShape(type.literal)
    case 'TSTypeLiteral':
      return objectShape(type.members, part)
    case 'TSParenthesizedType':
    case 'TSOptionalType':
      return part(type.typeAnnotation)
    case 'TSTypeOperator':
      return type.operator === 'keyof' ? { kind: 'string' } : part(type.typeAnnotation)
    case 'TSTypeReference':
      return referenceShape(type, declared, depth)
    default:
      return UNKNOWN
  }
}

function literalShape(literal: Extract<TypeNode, { type: 'TSLiteralType' }>['literal']): Shape {
  if (literal.type === 'StringLiteral')
    return { kind: 'literal', text: JSON.stringify(literal.value).replace(/^"(\w*)"$/, "'$1'") }
  if (literal.type === 'NumericLiteral' || literal.type === 'BooleanLiteral')
    return { kind: 'literal', text: String(literal.value) }
  return literal.type === 'TemplateLiteral' ? { kind: 'string' } : UNKNOWN
}

function objectShape(members: readonly TypeMember[], part: (type: TypeNode) => Shape): Shape {
  const fields: Record<string, Field> = {}
  for (const member of members) {
    const annotation =
      'typeAnnotation' in member && member.typeAnnotation?.type === 'TSTypeAnnotation'
        ? member.typeAnnotation
        : undefined
    if (member.type === 'TSIndexSignature')
      return { kind: 'record', of: annotation ? part(annotation.typeAnnotation) : UNKNOWN }
    if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') continue
    const name = nameOf(member.key)
    if (name === undefined) continue
    const shape: Shape =
      member.type === 'TSMethodSignature'
        ? { kind: 'function' }
        : annotation
          ? part(annotation.typeAnnotation)
          : UNKNOWN
    fields[name] = { shape, isOptional: member.optional ?? false }
  }
  return { kind: 'object', fields }
}

const nameOf = (key: Node): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined

function referenceShape(
  type: Extract<TypeNode, { type: 'TSTypeReference' }>,
  declared: DeclaredTypes,
  depth: number,
): Shape {
  if (type.typeName.type !== 'Identifier') return UNKNOWN
  const { name } = type.typeName
  const given = 'typeParameters' in type ? (type.typeParameters?.params ?? []) : []
  const part = (node: TypeNode | undefined) => (node ? shapeOfType(node, declared, depth + 1) : UNKNOWN)
  const own = declared.get(name)
  if (own) return ownShape(own, name, (node) => part(node))
  const plain = PLAIN_NAMES[name]
  if (plain) return { kind: plain }
  if (LISTS.includes(name)) return { kind: 'array', of: part(given[0]) }
  if (name === 'Set' || name === 'ReadonlySet') return { kind: 'set', of: part(given[0]) }
  if (name === 'Map' || name === 'ReadonlyMap') return { kind: 'map', of: part(given[1]) }
  if (name === 'Promise') return { kind: 'promise', of: part(given[0]) }
  if (name === 'Record') return { kind: 'record', of: part(given[1]) }
  if (SAME.includes(name)) return part(given[0])
  return /^(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array$|^Float\d+Array$/.test(name) ? { kind: 'typed', name } : UNKNOWN
}

function ownShape(node: Node, name: string, part: (type: TypeNode) => Shape): Shape {
  if (node.type === 'TSTypeAliasDeclaration') return part(node.typeAnnotation)
  if (node.type === 'ClassDeclaration') return { kind: 'instance', name }
  if (node.type === 'TSEnumDeclaration') {
    const members = ('body' in node && node.body ? node.body.members : node.members) ?? []
    return unionOf(members.map(({ id }): Shape => ({ kind: 'literal', text: `${name}.${nameOf(id as Node)}` })))
  }
  if (node.type !== 'TSInterfaceDeclaration') return UNKNOWN
  const inherited = (node.extends ?? []).map((each): Shape => {
    const parent = 'expression' in each ? (each.expression as Node) : undefined
    return parent?.type === 'Identifier' ? part({ type: 'TSTypeReference', typeName: parent } as TypeNode) : UNKNOWN
  })
  return joinObjects([...inherited, objectShape(node.body.body, part)])
}

function joinObjects(shapes: readonly Shape[]): Shape {
  const objects = shapes.filter((shape) => shape.kind === 'object')
  if (objects.length === 0) return shapes[0] ?? UNKNOWN
  return { kind: 'object', fields: Object.assign({}, ...objects.map(({ fields }) => fields)) }
}

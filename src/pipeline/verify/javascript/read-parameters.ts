import type { FunctionNode, Node, ParameterNode } from '../../../language/javascript/syntax-node.ts'
import { documentedShapes } from './documented-shapes.ts'
import { shapeOfLiteral } from './literal.ts'
import { type Field, type Shape, UNKNOWN, unionOf } from './shape.ts'
import { shapeOfName } from './shape-of-name.ts'
import { type DeclaredTypes, shapeOfType } from './shape-of-type.ts'
import { type ShapeOfArgument, shapeOfUse } from './shape-of-use.ts'

export interface Parameter {
  name: string
  shape: Shape
  isOptional: boolean
  isRest: boolean
}

export interface Knowledge {
  declared: DeclaredTypes
  handed: ShapeOfArgument
}

/** The shapes of a function's parameters: by annotations, documentation, defaults, the body, and at last the names. */
export function readParameters(node: FunctionNode, comment: string, known: Knowledge): Parameter[] {
  const documented = documentedShapes(comment, known.declared)
  return node.params
    .filter((each) => !(each.type === 'Identifier' && each.name === 'this'))
    .map((each) => readParameter(each, node.body, { ...known, documented }))
}

interface Reading extends Knowledge {
  documented: ReadonlyMap<string, Shape>
}

function readParameter(node: ParameterNode, body: Node, reading: Reading): Parameter {
  if (node.type === 'TSParameterProperty') return readParameter(node.parameter, body, reading)
  if (node.type === 'AssignmentPattern') {
    const inner = readParameter(node.left as ParameterNode, body, reading)
    const fallback = shapeOfLiteral(node.right)
    const isTold =
      inner.shape.kind !== 'unknown' && (node.left as { typeAnnotation?: unknown }).typeAnnotation !== undefined
    const isVague =
      fallback.kind === 'unknown' ||
      fallback.kind === 'null' ||
      (fallback.kind === 'object' && inner.shape.kind === 'object')
    return {
      ...inner,
      isOptional: true,
      shape: isTold || isVague ? inner.shape : unionOf([fallback, ...matching(inner.shape, fallback)]),
    }
  }
  if (node.type === 'RestElement') {
    const inner = readParameter(node.argument as ParameterNode, body, reading)
    const shape: Shape = inner.shape.kind === 'array' ? inner.shape : { kind: 'array', of: { kind: 'integer' } }
    return { ...inner, shape, isRest: true }
  }
  const name = node.type === 'Identifier' ? node.name : 'given'
  const isOptional = node.type === 'Identifier' && (node.optional ?? false)
  return { name, shape: shapeOf(node, body, reading), isOptional, isRest: false }
}

/** Arrays keep the shape that the body shows for their elements. */
const matching = (one: Shape, fallback: Shape): Shape[] => (one.kind === fallback.kind ? [one] : [])

function shapeOf(node: ParameterNode, body: Node, reading: Reading): Shape {
  const annotation = 'typeAnnotation' in node ? node.typeAnnotation : undefined
  if (annotation?.type === 'TSTypeAnnotation') {
    const told = shapeOfType(annotation.typeAnnotation, reading.declared)
    if (told.kind !== 'unknown') return told
  }
  if (node.type === 'ObjectPattern') return patternShape(node, body, reading)
  if (node.type === 'ArrayPattern') {
    return {
      kind: 'tuple',
      of: node.elements.map((each) => (each ? readParameter(each as ParameterNode, body, reading).shape : UNKNOWN)),
    }
  }
  if (node.type !== 'Identifier') return UNKNOWN
  const documented = reading.documented.get(node.name)
  if (documented && documented.kind !== 'unknown') return documented
  return filled(shapeOfUse(node.name, body, reading.handed), node.name)
}

/** Fills a shape that the body leaves open by the usual meaning of the name. */
function filled(used: Shape, name: string): Shape {
  const named = shapeOfName(name)
  if (used.kind === 'unknown') return named
  if (used.kind === 'array' && used.of.kind === 'unknown') {
    return named.kind === 'array' && named.of.kind !== 'unknown'
      ? named
      : { kind: 'array', of: unionOf([{ kind: 'integer' }, { kind: 'string' }]) }
  }
  if (used.kind === 'number' && named.kind === 'integer') return named
  // A string or an array: both have the used members.
  if (used.kind === 'union' && named.kind !== 'unknown' && used.of.some(({ kind }) => kind === named.kind)) {
    return unionOf([
      ...used.of.filter(({ kind }) => kind === named.kind).map((each) => filled(each, name)),
      ...used.of.filter(({ kind }) => kind === 'null'),
    ])
  }
  if (used.kind === 'object') {
    const fields = Object.entries(used.fields).map(([field, { shape, isOptional }]): [string, Field] => [
      field,
      { shape: filled(shape, field), isOptional },
    ])
    return { kind: 'object', fields: Object.fromEntries(fields) }
  }
  return used.kind === 'array' ? { kind: 'array', of: filled(used.of, name.replace(/s$/, '')) } : used
}

function patternShape(node: Extract<ParameterNode, { type: 'ObjectPattern' }>, body: Node, reading: Reading): Shape {
  const fields = node.properties.flatMap((each): [string, Field][] => {
    if (each.type !== 'ObjectProperty' || each.key.type !== 'Identifier') return []
    const { shape, isOptional } = readParameter(each.value as ParameterNode, body, reading)
    return [[each.key.name, { shape, isOptional }]]
  })
  return { kind: 'object', fields: Object.fromEntries(fields) }
}

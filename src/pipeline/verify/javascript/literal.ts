import { isFunction, type Node } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import { type Shape, UNKNOWN, unionOf } from './shape.ts'

const MOST_LITERAL = 300
const KNOWN_NAMES = [
  'undefined',
  'NaN',
  'Infinity',
  'Map',
  'Set',
  'Date',
  'Error',
  'Math',
  'Number',
  'String',
  'Array',
  'Object',
]

/** Whether an expression means the same anywhere: it uses no name of the program but its `classes`. */
export function isFree(node: Node, classes: readonly string[]): boolean {
  if ((node.end ?? 0) - (node.start ?? 0) > MOST_LITERAL) return false
  let isFreeSoFar = true
  const own = new Set<string>()
  walk(node, ({ node: each, key, up }) => {
    if (each.type.startsWith('TS')) isFreeSoFar = false
    if (['AwaitExpression', 'YieldExpression', 'ThisExpression', 'ImportExpression', 'Super'].includes(each.type))
      isFreeSoFar = false
    if (isFunction(each))
      for (const parameter of each.params) if (parameter.type === 'Identifier') own.add(parameter.name)
    if (each.type !== 'Identifier') return undefined
    const isKey =
      (key === 'key' || key === 'property') && up !== undefined && !('computed' in up.node && up.node.computed)
    if (!isKey && !own.has(each.name) && !KNOWN_NAMES.includes(each.name) && !classes.includes(each.name))
      isFreeSoFar = false
    return undefined
  })
  return isFreeSoFar
}

/** The shape of a literal. */
export function shapeOfLiteral(node: Node): Shape {
  switch (node.type) {
    case 'NumericLiteral':
      return { kind: Number.isInteger(node.value) ? 'integer' : 'number' }
    case 'UnaryExpression':
      return node.operator === '-' || node.operator === '+'
        ? shapeOfLiteral(node.argument)
        : node.operator === '!'
          ? { kind: 'boolean' }
          : UNKNOWN
    case 'StringLiteral':
    case 'TemplateLiteral':
      return { kind: 'string' }
    case 'BooleanLiteral':
      return { kind: 'boolean' }
    case 'BigIntLiteral':
      return { kind: 'bigint' }
    case 'NullLiteral':
      return { kind: 'null' }
    case 'RegExpLiteral':
      return { kind: 'regexp' }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { kind: 'function' }
    case 'ArrayExpression':
      return { kind: 'array', of: unionOf(node.elements.map((each) => (each ? shapeOfLiteral(each) : UNKNOWN))) }
    case 'ObjectExpression':
      return objectOf(node)
    case 'NewExpression':
      return node.callee.type === 'Identifier' ? shapeOfNew(node.callee.name) : UNKNOWN
    default:
      return UNKNOWN
  }
}

function objectOf({ properties }: Extract<Node, { type: 'ObjectExpression' }>): Shape {
  const fields = properties.flatMap((each) => {
    if (each.type !== 'ObjectProperty' || each.computed) return []
    const name =
      each.key.type === 'Identifier' ? each.key.name : each.key.type === 'StringLiteral' ? each.key.value : undefined
    return name === undefined ? [] : [[name, { shape: shapeOfLiteral(each.value), isOptional: false }] as const]
  })
  return { kind: 'object', fields: Object.fromEntries(fields) }
}

function shapeOfNew(name: string): Shape {
  if (name === 'Date') return { kind: 'date' }
  if (name === 'Map') return { kind: 'map', of: { kind: 'integer' } }
  if (name === 'Set') return { kind: 'set', of: { kind: 'integer' } }
  return { kind: 'instance', name }
}

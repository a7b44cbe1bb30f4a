import { endOf, type Node, startOf } from './syntax-node.ts'
import type { Visit } from './walk.ts'

/** Text in place of `[start, end)`, and its description. */
export interface Mutation {
  start: number
  end: number
  text: string
  change?: string
}

const OPERATORS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
}
const SWAPPED = [
  ['some', 'every'],
  ['min', 'max'],
  ['floor', 'ceil'],
  ['push', 'unshift'],
  ['pop', 'shift'],
  ['startsWith', 'endsWith'],
  ['indexOf', 'lastIndexOf'],
  ['toUpperCase', 'toLowerCase'],
  ['find', 'findLast'],
  ['padStart', 'padEnd'],
  ['keys', 'values'],
]
const SAME_KIND = new Map(
  SWAPPED.flatMap(
    ([one = '', other = '']) =>
      [
        [one, other],
        [other, one],
      ] as const,
  ),
)
/** Calls in a chain that can be left out: `items.sort()` → `items`. */
const LEFT_OUT = ['trim', 'sort', 'reverse', 'filter', 'slice', 'toSorted', 'toReversed', 'flat']

/** The possible faults at one node. */
export function mutationsAt(visit: Visit, code: string): Mutation[] {
  const { node, up, key } = visit
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operator(node, code)
    case 'BooleanLiteral':
      return [replace(node, String(!node.value))]
    case 'NumericLiteral':
      return isKey(visit) ? [] : [replace(node, String(node.value + 1))]
    case 'StringLiteral':
      return isMeaning(visit) ? [replace(node, node.value === '' ? "'mutated'" : "''")] : []
    case 'TemplateLiteral':
      return up?.node.type === 'TaggedTemplateExpression' ? [] : [replace(node, '``')]
    case 'ReturnStatement':
      return node.argument && !isUndefined(node.argument) ? [replace(node.argument, 'undefined')] : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return [replace(node.test, `!(${textOf(node.test, code)})`)]
    case 'UnaryExpression':
      return node.operator === '-' || node.operator === '!' ? [replace(node, `(${textOf(node.argument, code)})`)] : []
    case 'UpdateExpression':
      return key === 'update' ? [] : [updated(node, code)]
    case 'OptionalMemberExpression':
      return node.optional ? [unquestioned(node, code)] : []
    case 'ExpressionStatement':
      return node.expression.type === 'CallExpression' && node.expression.callee.type !== 'Super'
        ? [replace(node, ';')]
        : []
    case 'CallExpression':
      return call(node)
    default:
      return emptied(node)
  }
}

function emptied(node: Node): Mutation[] {
  if (node.type === 'ObjectExpression') return node.properties.length > 0 ? [replace(node, '{}')] : []
  return node.type === 'ArrayExpression' && node.elements.length > 0 ? [replace(node, '[]')] : []
}

const textOf = (node: Node, code: string): string => code.slice(startOf(node), endOf(node))
const replace = (node: Node, text: string): Mutation => ({ start: startOf(node), end: endOf(node), text })
const isUndefined = (node: Node): boolean => node.type === 'Identifier' && node.name === 'undefined'

function operator(
  node: Extract<Node, { type: 'BinaryExpression' | 'LogicalExpression' | 'AssignmentExpression' }>,
  code: string,
): Mutation[] {
  const other = OPERATORS[node.operator]
  if (!other) return []
  // Brackets may stand between the operands and the operator.
  const start = code.indexOf(node.operator, endOf(node.left))
  return start === -1 || start >= startOf(node.right) ? [] : [{ start, end: start + node.operator.length, text: other }]
}

const isKey = ({ key }: Visit): boolean => key === 'key'

/** Whether a text is data of the program: no directive, module name, key or type. */
function isMeaning({ key, up }: Visit): boolean {
  if (!up || key === 'key' || key === 'source' || up.node.type.startsWith('TS') || up.node.type.startsWith('Import'))
    return false
  const { node } = up
  if (node.type !== 'CallExpression') return true
  return !(node.callee.type === 'Import' || (node.callee.type === 'Identifier' && node.callee.name === 'require'))
}

function updated(
  { operator: sign, argument, prefix }: Extract<Node, { type: 'UpdateExpression' }>,
  code: string,
): Mutation {
  const start = prefix ? code.lastIndexOf(sign, startOf(argument)) : code.indexOf(sign, endOf(argument))
  return { start, end: start + sign.length, text: sign === '++' ? '--' : '++' }
}

function unquestioned(node: Extract<Node, { type: 'OptionalMemberExpression' }>, code: string): Mutation {
  const start = code.indexOf('?.', endOf(node.object))
  return { start, end: start + 2, text: node.computed ? '' : '.', change: '`?.` → `.`' }
}

function call(node: Extract<Node, { type: 'CallExpression' }>): Mutation[] {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  const { name } = callee.property
  const swapped = SAME_KIND.get(name)
  if (swapped) return [replace(callee.property, swapped)]
  if (!LEFT_OUT.includes(name)) return []
  return [{ start: endOf(callee.object), end: endOf(node), text: '', change: `\`.${name}(…)\` left out` }]
}

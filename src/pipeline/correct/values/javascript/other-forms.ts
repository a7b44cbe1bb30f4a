import { endOf, type Node, startOf } from '../../../../language/javascript/syntax-node.ts'
import type { Visit } from '../../../../language/javascript/walk.ts'

/** Other text in the place of a whole node. */
export interface OtherForm {
  text: string
  kind: string
  weight: number
}

interface Around {
  code: string
  /** Names of variables that the place may use. */
  names: readonly string[]
}

const COMPARISONS = ['<', '<=', '>', '>=', '===', '!==']
const ARITHMETIC = ['+', '-', '*', '/', '%', '**']
const WRAPPERS = ['Number', 'String', 'Math.floor', 'Math.abs', 'Math.round', 'parseInt', 'Array.from']
const STARTS = ['0', '1', '-1', "''", '[]', 'null', 'Infinity', '-Infinity', 'true', 'false']
const NUMBERS = [0, 1, 2, -1]

/** Bounds, operands, arguments, names, constants and conversions: the faults that mutations of one sign do not reach. */
export function otherForms(visit: Visit, around: Around): OtherForm[] {
  const { node } = visit
  return [
    ...ofOperators(node, around),
    ...ofCalls(node, around),
    ...ofValues(visit, around),
    ...(isCounted(visit) ? movedByOne(node, around) : []),
    ...(isConverted(visit) ? WRAPPERS.map((name) => form(`${name}(${textOf(node, around)})`, 'conversion', 0.25)) : []),
  ]
}

const form = (text: string, kind: string, weight: number): OtherForm => ({ text, kind, weight })
const textOf = (node: Node, { code }: Around): string => code.slice(startOf(node), endOf(node))

function ofOperators(node: Node, around: Around): OtherForm[] {
  if (node.type === 'LogicalExpression') {
    return [node.left, node.right].map((side) => form(textOf(side, around), 'condition', 0.3))
  }
  if (node.type === 'ConditionalExpression') {
    const [test, one, other] = [node.test, node.consequent, node.alternate].map((each) => textOf(each, around))
    return [form(`${test} ? ${other} : ${one}`, 'condition', 0.5)]
  }
  if (node.type !== 'BinaryExpression') return []
  const [left, right] = [textOf(node.left as Node, around), textOf(node.right, around)]
  const family = [COMPARISONS, ARITHMETIC].find((each) => each.includes(node.operator)) ?? []
  const kind = family === COMPARISONS ? 'comparison' : 'operator'
  return [
    ...family.map((sign) => form(`${left} ${sign} ${right}`, kind, kind === 'comparison' ? 0.9 : 0.4)),
    ...(family === ARITHMETIC ? [form(left, 'left out', 0.4), form(right, 'left out', 0.3)] : []),
    form(`${right} ${node.operator} ${left}`, 'swapped', 0.5),
    ...(node.operator === '/' ? [form(`Math.floor(${left} / ${right})`, 'conversion', 0.8)] : []),
  ]
}

function ofCalls(node: Node, around: Around): OtherForm[] {
  if (node.type !== 'CallExpression') return []
  const head = textOf(node.callee as Node, around)
  const args = node.arguments.map((each) => textOf(each as Node, around))
  const swapped = args.slice(1).map((_, at) => [...args.slice(0, at), args[at + 1], args[at], ...args.slice(at + 2)])
  return [
    ...swapped.map((list) => form(`${head}(${list.join(', ')})`, 'swapped', 0.5)),
    ...(args.length === 1 ? [form(args[0] ?? '', 'left out', 0.3)] : []),
    ...(node.callee.type === 'MemberExpression'
      ? [form(textOf(node.callee.object as Node, around), 'left out', 0.3)]
      : []),
    ...(/\.sort$/.test(head) && args.length === 0 ? [form(`${head}((a, b) => a - b)`, 'order', 0.9)] : []),
  ]
}

function ofValues({ node, key, up }: Visit, { names }: Around): OtherForm[] {
  if (node.type === 'NumericLiteral' && key !== 'key') {
    const numbers = [node.value - 1, ...NUMBERS].filter((value) => value !== node.value)
    const starts = up?.node.type === 'VariableDeclarator' ? STARTS : []
    return [
      ...numbers.map((value) => form(String(value), 'constant', Math.abs(value - node.value) === 1 ? 0.8 : 0.4)),
      ...starts.map((text) => form(text, 'initial value', 0.3)),
    ]
  }
  const isUse =
    node.type === 'Identifier' && !['key', 'id', 'params', 'property', 'label', 'callee', 'left'].includes(key)
  return isUse ? names.filter((name) => name !== node.name).map((name) => form(name, 'variable', 0.5)) : []
}

/** An index, a bound, an operand of a comparison, or a result. */
function isCounted({ node, key, up }: Visit): boolean {
  if (!['Identifier', 'BinaryExpression', 'MemberExpression', 'CallExpression', 'NumericLiteral'].includes(node.type))
    return false
  const parent = up?.node
  if (parent?.type === 'MemberExpression') return parent.computed && key === 'property'
  if (parent?.type === 'BinaryExpression') return COMPARISONS.includes(parent.operator)
  if (parent?.type === 'VariableDeclarator') return key === 'init'
  return parent?.type === 'ReturnStatement' || (parent?.type === 'CallExpression' && key === 'arguments')
}

const movedByOne = (node: Node, around: Around): OtherForm[] =>
  ['+', '-'].map((sign) => form(`${textOf(node, around)} ${sign} 1`, 'off by one', 0.8))

function isConverted({ node, key, up }: Visit): boolean {
  if (!['Identifier', 'MemberExpression', 'CallExpression', 'BinaryExpression'].includes(node.type)) return false
  const parent = up?.node.type
  return (
    parent === 'ReturnStatement' || (parent === 'VariableDeclarator' && key === 'init') || parent === 'BinaryExpression'
  )
}

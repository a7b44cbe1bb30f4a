import type { Node } from '../../../language/javascript/syntax-node.ts'
import type { EvidentKind } from './use-evidence.ts'
import type { Uses } from './uses.ts'

type Operation = Extract<Node, { type: 'BinaryExpression' }>

const WHOLE = ['&', '|', '^', '<<', '>>', '>>>', '%']
const ARITHMETIC = ['-', '*', '/', '**']
const ORDER = ['<', '>', '<=', '>=']
const TYPES = ['number', 'string', 'boolean', 'function', 'bigint', 'symbol']

/** Records the evidence that an operator gives about the operand at `key`. */
export function noteOperation({ operator, left, right }: Operation, key: string, uses: Uses): void {
  const other = (key === 'left' ? right : left) as Node
  const isText = other.type === 'StringLiteral'
  const isNumber = other.type === 'NumericLiteral'
  if (WHOLE.includes(operator)) uses.add('integer')
  else if (ARITHMETIC.includes(operator)) uses.add('number')
  else if (operator === '+') uses.add(isText ? 'string' : 'number', isNumber ? 2 : 0.5)
  else if (ORDER.includes(operator)) uses.add(isText ? 'string' : 'number', isNumber ? 2 : 0.7)
  else if (operator === 'instanceof') noteInstance(other, uses)
  else if (operator !== 'in') noteEqual(other, uses)
  else if (key === 'right') uses.add('record')
}

function noteInstance(type: Node, uses: Uses): void {
  if (type.type !== 'Identifier') return
  uses.whole.push(type.name === 'Date' ? { kind: 'date' } : { kind: 'instance', name: type.name })
}

/** Records the evidence of a comparison with `other`. */
export function noteEqual(other: Node, uses: Uses): void {
  if (other.type === 'StringLiteral') uses.add('string', 1.5)
  if (other.type === 'NumericLiteral') uses.add('number', 1.5)
  if (other.type === 'BooleanLiteral') uses.add('boolean', 1.5)
  const isUndefined = other.type === 'Identifier' && other.name === 'undefined'
  if (other.type === 'NullLiteral' || isUndefined) uses.isNullable = true
}

/** `typeof value === 'string'`. */
export function noteTypeof({ left, right }: Operation, uses: Uses): void {
  for (const side of [left, right]) {
    if (side.type !== 'StringLiteral') continue
    if (TYPES.includes(side.value)) uses.add(side.value as EvidentKind, 3)
    uses.isNullable = true
  }
}

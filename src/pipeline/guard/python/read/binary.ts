import { type Node, textOf } from '../../../../language/tree/tree.ts'
import {
  concatenated,
  constantOf,
  either,
  HOLE,
  mixed,
  named,
  numberValue,
  origin,
  textValue,
  UNKNOWN,
} from './make-value.ts'
import type { Reader } from './reader.ts'
import { percentFormat } from './text-methods.ts'
import type { Value } from './value.ts'

const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'is', 'not'])

/** `left operator right`. */
export function readBinary(reader: Reader, node: Node): Value {
  const [first, mark] = node.children
  const last = node.children.at(-1)
  if (!first || !mark || !last || last === mark) return reader.evaluate(first)
  const left = reader.evaluate(first)
  const right = reader.evaluate(last)
  const operator = textOf(reader.tree, mark)
  if (COMPARISONS.has(operator)) {
    if (!reader.isMuted) reader.facts.comparisons.push({ node, left, right })
    return UNKNOWN
  }
  return operate(operator, left, right)
}

/** The result of an operator on two values. */
export function operate(operator: string, left: Value, right: Value): Value {
  if (operator === 'or' || operator === 'and') return either(left, right)
  if (left.number !== undefined && right.number !== undefined) return calculated(operator, left.number, right.number)
  if (operator === '+') return added(left, right)
  if (operator === '%' && left.text !== undefined) return percentFormat(left, right)
  if (operator === '*') return repeated(left, right)
  if (operator === '/' && (left.name === 'pathlib.Path()' || right.name === 'pathlib.Path()')) {
    return { ...concatenated([left, right], '/'), name: 'pathlib.Path()' }
  }
  if (operator === '|' && left.name !== '?' && right.name !== '?') return named(`${left.name}|${right.name}`)
  const { origins, clean } = mixed([left, right])
  return { ...UNKNOWN, origins: operator === '^' ? origins | origin.decoded : origins, clean }
}

function added(left: Value, right: Value): Value {
  if (left.items && right.items)
    return { ...UNKNOWN, ...mixed([left, right]), items: [...left.items, ...right.items].slice(0, 1000) }
  if (left.items || right.items)
    return { ...UNKNOWN, ...mixed([left, right]), items: [...(left.items ?? [left]), ...(right.items ?? [right])] }
  if (left.text !== undefined || right.text !== undefined) return concatenated([left, right])
  return { ...UNKNOWN, ...mixed([left, right]) }
}

const MOST_REPEATED = 1000

/** Text or a list, repeated a number of times; the number says nothing about the text. */
function repeated(left: Value, right: Value): Value {
  const [value, times] = left.text !== undefined || left.items ? [left, right] : [right, left]
  const text = constantOf(value)
  const count = Math.max(0, Math.min(times.number ?? 1, MOST_REPEATED))
  if (text !== undefined && text.length * count <= MOST_REPEATED) {
    return times.number === undefined ? textValue(text, mixed([value])) : textValue(text.repeat(count), mixed([value]))
  }
  if (value.text !== undefined) return textValue(text === undefined ? HOLE : text, mixed([value]))
  return { ...UNKNOWN, ...mixed([left, right]), items: value.items }
}

const CALCULATIONS: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '**': (left, right) => left ** right,
  '//': (left, right) => Math.floor(left / right),
  '/': (left, right) => left / right,
  '%': (left, right) => ((left % right) + right) % right,
  '^': (left, right) => Number(BigInt(Math.trunc(left)) ^ BigInt(Math.trunc(right))),
  '|': (left, right) => Number(BigInt(Math.trunc(left)) | BigInt(Math.trunc(right))),
  '&': (left, right) => Number(BigInt(Math.trunc(left)) & BigInt(Math.trunc(right))),
  '<<': (left, right) => left * 2 ** right,
  '>>': (left, right) => Math.floor(left / 2 ** right),
}

function calculated(operator: string, left: number, right: number): Value {
  const isBitwise = '^|&'.includes(operator)
  if (isBitwise && !(Math.abs(left) <= Number.MAX_SAFE_INTEGER && Math.abs(right) <= Number.MAX_SAFE_INTEGER))
    return UNKNOWN
  const number = CALCULATIONS[operator]?.(left, right)
  if (number === undefined || Number.isNaN(number)) return UNKNOWN
  return operator === '^' ? { ...numberValue(number), origins: origin.decoded } : numberValue(number)
}

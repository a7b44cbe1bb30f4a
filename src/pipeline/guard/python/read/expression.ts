import { BUILTINS } from '../../../../language/python/builtins.ts'
import { childOf, ERROR_NODE, type Node, textOf } from '../../../../language/tree/tree.ts'
import { readBinary } from './binary.ts'
import { readCall } from './call.ts'
import { readComprehension } from './comprehension.ts'
import { literalNumber, literalParts, literalText, unescaped } from './literal.ts'
import { itemOf, memberOf, valueOfName } from './lookup.ts'
import {
  concatenated,
  constantOf,
  either,
  from,
  HOLE,
  mixed,
  numberValue,
  origin,
  pieceOf,
  textValue,
  UNKNOWN,
} from './make-value.ts'
import type { Reader } from './reader.ts'
import type { Value } from './value.ts'

/** The value of an expression, without running it. Every call in it is recorded on the way. */
export function readExpression(reader: Reader, node: Node): Value {
  const read = Object.hasOwn(READERS, node.type) ? READERS[node.type] : undefined
  return read ? read(reader, node) : readChildren(reader, node)
}

const inner = (node: Node): Node[] => node.children.filter(({ type }) => !PUNCTUATION.has(type))
const PUNCTUATION = new Set([
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '.',
  'await',
  'yield',
  'from',
  '*',
  '**',
  'lambda',
])

function readChildren(reader: Reader, node: Node): Value {
  const values = inner(node).map((child) => reader.evaluate(child))
  return values.length === 1 ? (values[0] as Value) : { ...UNKNOWN, ...mixed(values) }
}

/** A name without a value in the program: the rest of a larger program sets it, like a parameter. */
function readName(reader: Reader, node: Node): Value {
  const name = textOf(reader.tree, node)
  const isThing = /^(?:Member|Call)Expression$/.test(node.parent?.type ?? '') && node.parent?.children[0] === node
  const isGiven = isThing || reader.bound.has(name) || reader.starred.length > 0 || !/^[a-z][A-Za-z0-9_]*$/.test(name)
  return isGiven || name === name.toUpperCase() || BUILTINS.has(name) || OWN.has(name)
    ? valueOfName(reader, name)
    : from(origin.parameter | (OF_USERS.test(name) ? origin.request : 0), { name })
}

/** Names that say who wrote the value, where nothing in a cut-out defines them. */
const OF_USERS =
  /^(?:user|untrusted|tainted|attacker|unsafe)_?(?:input|data|supplied|controlled|value|url|command|code)$/i

/** By convention the first parameter of a method. */
const OWN = new Set(['self', 'cls'])

function readString(reader: Reader, node: Node): Value {
  const text = literalText(reader.tree.source, node.start, node.end)
  if (!reader.isMuted) reader.facts.texts.push({ node, text })
  return textValue(text)
}

const NUMERIC_FORMAT = /^:[-+ #0-9,_.<>^]{0,12}[dxXobeEfFgGn%]$/

function readFormatString(reader: Reader, node: Node): Value {
  const { source } = reader.tree
  const { from, to, isRaw } = literalParts(source, node.start, node.end)
  const pieces: Value[] = []
  let at = from
  const constant = (end: number) => {
    const text = source.slice(at, end).replaceAll('{{', '{').replaceAll('}}', '}')
    if (text) pieces.push(textValue(unescaped(text, isRaw)))
  }
  for (const hole of node.children) {
    if (hole.type !== 'FormatReplacement') continue
    constant(hole.start)
    pieces.push(readReplacement(reader, hole))
    at = hole.end
  }
  constant(Math.max(at, to))
  const value = concatenated(pieces)
  if (!reader.isMuted) reader.facts.texts.push({ node, text: value.text ?? '' })
  return value
}

function readReplacement(reader: Reader, hole: Node): Value {
  const spec = childOf(hole, 'FormatSpec')
  const expressions = hole.children.filter(({ type }) => !/^(\{|\}|Format.*|=)$/.test(type))
  const values = expressions.map((child) => reader.evaluate(child))
  if (spec && NUMERIC_FORMAT.test(textOf(reader.tree, spec))) return textValue(HOLE)
  if (spec) reader.evaluate(spec)
  const [value] = values
  if (!value || values.length > 1) return textValue(HOLE, mixed(values))
  return textValue(pieceOf(value), mixed([value]))
}

function readMember(reader: Reader, node: Node): Value {
  const [first, mark] = node.children
  const base = reader.evaluate(first)
  if (mark?.type === '.') {
    const property = childOf(node, 'PropertyName')
    return property ? memberOf(base, textOf(reader.tree, property)) : base
  }
  const keys = node.children.slice(2).filter(({ type }) => type !== ']')
  const values = keys.filter(({ type }) => type !== ':' && type !== ',').map((key) => reader.evaluate(key))
  if (keys.some(({ type }) => type === ':')) return sliceOf(base, textOf(reader.tree, node))
  return values.length === 1 ? itemOf(reader, base, values[0] as Value) : { ...UNKNOWN, ...mixed([base]) }
}

function sliceOf(base: Value, written: string): Value {
  const text = constantOf(base)
  const bounds = /\[\s*(-?\d*)\s*:\s*(-?\d*)\s*(?::\s*(-?\d*)\s*)?\]$/.exec(written.slice(-60))
  if (!bounds || (text === undefined && !base.items)) return { ...UNKNOWN, ...mixed([base]), items: base.items }
  const [from, to] = [bounds[1] || undefined, bounds[2] || undefined].map((bound) =>
    bound ? Number(bound) : undefined,
  )
  const step = bounds[3] ? Number(bounds[3]) : 1
  const cut = <T>(letters: readonly T[]): T[] => {
    const part = letters.slice(from, to)
    return (step < 0 ? part.reverse() : part).filter((_, index) => index % Math.max(1, Math.abs(step)) === 0)
  }
  if (text === undefined) return { ...base, name: '?', items: cut(base.items ?? []) }
  return textValue(cut([...text]).join(''), mixed([base]))
}

function readSequence(reader: Reader, node: Node): Value {
  const items: Value[] = []
  let isSpread = false
  for (const child of node.children) {
    if (child.type === '*') isSpread = true
    else if (!PUNCTUATION.has(child.type)) {
      const value = reader.evaluate(child)
      for (const item of isSpread && value.items ? value.items : [value]) items.push(item)
      isSpread = false
    }
  }
  return { ...UNKNOWN, ...mixed(items), items }
}

function readDictionary(reader: Reader, node: Node): Value {
  const entries = new Map<string, Value>()
  const values: Value[] = []
  let key: Value | undefined
  for (const child of node.children) {
    if (child.type === ',' || child.type === '**') key = undefined
    if (PUNCTUATION.has(child.type) || child.type === ERROR_NODE) continue
    const value = reader.evaluate(child)
    if (!key) {
      key = value
      if (value.entries) for (const [name, entry] of value.entries) entries.set(name, entry)
      if (!constantOf(value)) values.push(value)
      continue
    }
    entries.set(constantOf(key) ?? `?${entries.size}`, value)
    values.push(value)
  }
  return { ...UNKNOWN, ...mixed(values), entries }
}

function readConditional(reader: Reader, node: Node): Value {
  const [yes, , test, , no] = node.children
  reader.evaluate(test)
  const value = reader.evaluate(yes)
  return no ? either(value, reader.evaluate(no)) : value
}

function readLambda(reader: Reader, node: Node): Value {
  reader.define(node, [])
  return reader.scope.find(`lambda at ${node.start}`) ?? UNKNOWN
}

function readNamed(reader: Reader, node: Node): Value {
  const [target] = node.children
  const value = reader.evaluate(node.children.at(-1))
  if (target) reader.scope.assign(textOf(reader.tree, target), value)
  return value
}

function readUnary(reader: Reader, node: Node): Value {
  const value = reader.evaluate(node.children.at(-1))
  // A node that is nested too deep has no children.
  const [first] = node.children
  const sign = first && textOf(reader.tree, first)
  if (sign === undefined || sign === 'not') return UNKNOWN
  return sign === '-' && value.number !== undefined ? numberValue(-value.number) : value
}

const READERS: Record<string, (reader: Reader, node: Node) => Value> = {
  VariableName: readName,
  String: readString,
  FormatString: readFormatString,
  ContinuedString: (reader, node) => concatenated(node.children.map((child) => reader.evaluate(child))),
  Number: (reader, node) => {
    const number = literalNumber(textOf(reader.tree, node))
    return number === undefined ? UNKNOWN : numberValue(number)
  },
  Boolean: (reader, node) => ({ ...UNKNOWN, literal: textOf(reader.tree, node) === 'True' ? 'True' : 'False' }),
  None: () => ({ ...UNKNOWN, literal: 'None' }),
  MemberExpression: readMember,
  CallExpression: readCall,
  BinaryExpression: readBinary,
  UnaryExpression: readUnary,
  ConditionalExpression: readConditional,
  TupleExpression: readSequence,
  ArrayExpression: readSequence,
  SetExpression: readSequence,
  DictionaryExpression: readDictionary,
  ArrayComprehensionExpression: readComprehension,
  SetComprehensionExpression: readComprehension,
  DictionaryComprehensionExpression: readComprehension,
  ComprehensionExpression: readComprehension,
  LambdaExpression: readLambda,
  NamedExpression: readNamed,
}

import { bare, membersOf, partsOf, sidesOf } from '../../../../language/javascript/nodes.ts'
import { type Node, textOf } from '../../../../language/tree/tree.ts'
import type { Binding } from './bindings.ts'
import { decodeEscapes } from './decode-escapes.ts'
import { evaluateCall } from './evaluate-call.ts'
import { keyOf } from './follow.ts'
import { HOLE, type Reading, type Value } from './reading.ts'

/** A longer text is no command, path or name. */
const MOST_TEXT = 20_000

/** The value of an expression without running it; texts keep holes for unknown parts. */
export function evaluate(reading: Reading, from: Node): Value | undefined {
  const node = bare(from)
  const value = READERS[node.type]?.(reading, node)
  return typeof value === 'string' && value.length > MOST_TEXT ? undefined : value
}

type Evaluate = (reading: Reading, node: Node) => Value | undefined

const READERS: Record<string, Evaluate> = {
  String: ({ tree }, node) => decodeEscapes(textOf(tree, node).slice(1, -1)),
  TemplateString: template,
  Number: ({ tree }, node) => numberOf(textOf(tree, node)),
  BooleanLiteral: ({ tree }, node) => textOf(tree, node) === 'true',
  null: () => null,
  UnaryExpression: unary,
  BinaryExpression: binary,
  VariableName: variable,
  PropertyDefinition: variable,
  VariableDefinition: variable,
  MemberExpression: member,
  CallExpression: evaluateCall,
  ArrayExpression: (reading, node) => partsOf(node).map((part) => reading.evaluate(part) ?? HOLE),
  AssignmentExpression: (reading, node) => {
    const sides = sidesOf(node)
    return sides?.sign.type === 'Equals' ? reading.evaluate(sides.right) : undefined
  },
}

function numberOf(text: string): number | undefined {
  const number = Number(text.replaceAll('_', '').replace(/n$/, ''))
  return Number.isNaN(number) ? undefined : number
}

function template(reading: Reading, node: Node): string {
  const { source } = reading.tree
  let [text, at] = ['', node.start + 1]
  for (const child of node.children) {
    if (child.type !== 'Interpolation') continue
    const inner = partsOf(child).find(({ type }) => !type.startsWith('Interpolation'))
    text += decodeEscapes(source.slice(at, child.start)) + textFor(inner && reading.evaluate(inner))
    at = child.end
  }
  return text + decodeEscapes(source.slice(at, node.end - 1))
}

const textFor = (value: Value | undefined): string => (value === undefined ? HOLE : String(value))

function unary(reading: Reading, node: Node): Value | undefined {
  const [sign, operand] = partsOf(node)
  if (!sign || !operand) return undefined
  const value = reading.evaluate(operand)
  const text = textOf(reading.tree, sign)
  if (text === '!') return typeof value === 'boolean' || typeof value === 'number' ? !value : undefined
  if (typeof value !== 'number') return undefined
  return text === '-' ? -value : text === '+' ? value : text === '~' ? ~value : undefined
}

function binary(reading: Reading, node: Node): Value | undefined {
  const sides = sidesOf(node)
  if (!sides) return undefined
  const [left, right] = [reading.evaluate(sides.left), reading.evaluate(sides.right)]
  const sign = textOf(reading.tree, sides.sign)
  if (sign === '+' && (isText(left) || isText(right))) return textFor(left) + textFor(right)
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  return ARITHMETIC[sign]?.(left, right)
}

const isText = (value: Value | undefined): boolean => typeof value === 'string' || Array.isArray(value)

const ARITHMETIC: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '^': (left, right) => left ^ right,
  '|': (left, right) => left | right,
  '&': (left, right) => left & right,
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
}

/** Names that stand for places: it only matters that they lie below the program. */
const PLACES: Record<string, string> = { __dirname: '.', __filename: './program.js', undefined: 'undefined' }

function variable(reading: Reading, node: Node): Value | undefined {
  const binding = reading.bindings.of(node)
  const text = textOf(reading.tree, node)
  if (!binding) return Object.hasOwn(PLACES, text) ? PLACES[text] : undefined
  if (node !== binding.definition) return reading.evaluate(binding.definition)
  if (binding.values.some(({ isAdded }) => isAdded)) return gathered(reading, binding)
  const target = reading.follow(node)
  return target === node ? undefined : reading.evaluate(target)
}

/** A text that is assigned once and then only appended to. */
function gathered(reading: Reading, { values }: Binding): Value | undefined {
  if (values.length > 50 || values.slice(1).some(({ isAdded }) => !isAdded)) return undefined
  const parts = values.map(({ node, path }) => (path.length > 0 ? undefined : reading.evaluate(node)))
  return typeof parts[0] === 'string' ? parts.map(textFor).join('') : undefined
}

function member(reading: Reading, node: Node): Value | undefined {
  const target = reading.follow(node)
  if (target !== node) return reading.evaluate(target)
  const begun = membersOf(node)?.object.type === 'this' ? field(reading, node) : undefined
  if (begun !== undefined) return begun
  const name = reading.nameOf(node)
  if (HOMES.has(name)) return '~'
  if (name === 'os.EOL') return '\n'
  if (name === 'path.sep') return '/'
  if (name === 'import.meta.dirname') return '.'
  const object = membersOf(node)?.object
  const holder = object && reading.evaluate(object)
  const key = keyOf(reading, node)
  if (holder === undefined || holder === null || key === undefined) return undefined
  if (key === 'length') return typeof holder === 'string' && !holder.includes(HOLE) ? holder.length : undefined
  return typeof holder === 'string' || Array.isArray(holder) ? holder[Number(key)] : undefined
}

/** `this.text = 'a'` and later `this.text += b`: the text keeps its beginning. */
function field(reading: Reading, node: Node): string | undefined {
  const [first, ...later] = reading.fields.get(keyOf(reading, node) ?? '') ?? []
  const begin = first && later.length > 0 ? reading.evaluate(first) : undefined
  return typeof begin === 'string' && begin !== '' ? begin + HOLE : undefined
}

/** Variables of the environment that name the home directory. */
const HOMES = new Set(['HOME', 'USERPROFILE'].map((name) => ['process', 'env', name].join('.')))

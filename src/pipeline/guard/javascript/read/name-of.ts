import {
  argumentsOf,
  bare,
  calleeOf,
  isFunction,
  membersOf,
  partsOf,
  sidesOf,
} from '../../../../language/javascript/nodes.ts'
import { type Node, textOf } from '../../../../language/tree/tree.ts'
import type { Binding } from './bindings.ts'
import { callInPlace, callTaking, keyOf } from './follow.ts'
import { moduleName, usualName } from './module-name.ts'
import type { Reading } from './reading.ts'

const UNKNOWN = '?'
const MOST_NAME = 300
/** For a variable with many values, the first ones show its kind. */
const MOST_VALUES = 8

/**
 * The canonical name of an expression's value. A name of the program itself begins with `@`, a parameter with `$`; the
 * result of a call ends with `()`.
 */
export function nameOf(reading: Reading, from: Node): string {
  const node = bare(from)
  const name = normalised(READERS[node.type]?.(reading, node) ?? (isFunction(node) ? '@function' : UNKNOWN))
  return name.length > MOST_NAME ? `${UNKNOWN}.${name.split('.').at(-1)?.slice(0, MOST_NAME)}` : name
}

type ReadName = (reading: Reading, node: Node) => string

const READERS: Record<string, ReadName> = {
  VariableName: variable,
  PropertyDefinition: variable,
  MemberExpression: member,
  CallExpression: call,
  NewExpression: (reading, node) => called(reading, node),
  DynamicImport: (reading, node) => required(reading, node),
  TaggedTemplateExpression: (reading, node) => called(reading, node),
  ConditionalExpression: (reading, node) => firstNamed(reading, partsOf(node).slice(1)),
  BinaryExpression: (reading, node) => {
    const sides = sidesOf(node)
    return sides?.sign.type === 'LogicOp' ? firstNamed(reading, [sides.left, sides.right]) : UNKNOWN
  },
  AssignmentExpression: (reading, node) => {
    const sides = sidesOf(node)
    return sides ? reading.nameOf(sides.right) : UNKNOWN
  },
  this: () => 'this',
  ImportMeta: () => 'import.meta',
  String: () => "''",
  TemplateString: () => "''",
  ArrayExpression: () => '[]',
  ObjectExpression: () => '{}',
  RegExp: () => '/',
}

const firstNamed = (reading: Reading, nodes: readonly Node[]): string =>
  nodes.map((node) => reading.nameOf(node)).find((name) => !/^[?'[{/]/.test(name)) ?? UNKNOWN

/** Parameters with these names have the usual meaning: they are passed in instead of imported. */
const HANDED_IN = new Set([
  'require',
  'fs',
  'fetch',
  'axios',
  'child_process',
  'process',
  'document',
  'window',
  'eval',
  '$',
  'jQuery',
])

function variable(reading: Reading, node: Node): string {
  const text = textOf(reading.tree, node)
  const binding = reading.bindings.of(node)
  if (!binding) return usualName(text)
  if (binding.kind === 'import' && binding.module) return binding.module
  if (binding.kind === 'parameter') return parameter(reading, binding)
  if (binding.kind === 'function' || binding.kind === 'class') return `@${text}`
  for (const { node: value, path } of binding.values.slice(0, MOST_VALUES)) {
    const name = reading.nameOf(value)
    if (name !== UNKNOWN && name !== 'undefined') return along(name, path)
  }
  return UNKNOWN
}

const along = (name: string, path: readonly string[]): string => [name, ...path].join('.')

function parameter(reading: Reading, binding: Binding): string {
  const { name } = binding
  const given = binding.parameter && argumentFor(reading, binding.parameter)
  const known = given && reading.nameOf(given)
  if (known && /^[\w$]/.test(known)) return along(known, binding.parameter?.path ?? [])
  return HANDED_IN.has(name) ? name : `$${name}`
}

/** The argument for a parameter at the call of its function, if the call is visible. */
function argumentFor(reading: Reading, { owner, index }: NonNullable<Binding['parameter']>): Node | undefined {
  const inPlace = callInPlace(owner)
  if (inPlace) return argumentsOf(inPlace)[index]
  const taking = callTaking(owner)
  const callee = taking && calleeOf(taking)
  if (callee && index === 0 && keyOf(reading, callee) === 'then') return membersOf(callee)?.object
  const definition = owner.children.find(({ type }) => type === 'VariableDefinition')
  const own = definition ? reading.bindings.of(definition) : undefined
  const calls = own && reading.callsOf.get(own)
  return calls?.length === 1 ? calls[0]?.[index] : undefined
}

function member(reading: Reading, node: Node): string {
  const target = reading.follow(node)
  if (target !== node) {
    const name = reading.nameOf(target)
    if (name !== UNKNOWN) return name
  }
  const object = membersOf(node)?.object
  if (!object) return UNKNOWN
  const key = keyOf(reading, node)
  return key === undefined ? `${reading.nameOf(object)}[]` : `${reading.nameOf(object)}.${key}`
}

function call(reading: Reading, node: Node): string {
  const callee = calleeOf(node)
  if (!callee) return UNKNOWN
  const name = reading.nameOf(callee)
  const [first, second] = argumentsOf(node)
  if (REQUIRING.has(name)) return required(reading, node)
  if (first && PASSING.has(name)) return reading.nameOf(first)
  if (name.endsWith('.bind')) return name.slice(0, -5)
  if (name === 'Reflect.get' && first && second) {
    const key = reading.evaluate(second)
    return typeof key === 'string' ? `${reading.nameOf(first)}.${key}` : UNKNOWN
  }
  if (name === 'Function()') return 'globalThis'
  return called(reading, node)
}

const REQUIRING = new Set(['require', 'module.createRequire()', 'module._load'])

/** Functions that return the function or the object that they get. */
const PASSING = new Set(['util.promisify', 'promisify', 'Object.freeze', 'Promise.resolve', 'Object.getPrototypeOf'])

function called(reading: Reading, node: Node): string {
  const callee = calleeOf(node)
  return callee ? `${reading.nameOf(callee)}()` : UNKNOWN
}

function required(reading: Reading, node: Node): string {
  const [specifier] = argumentsOf(node)
  const value = specifier && reading.evaluate(specifier)
  return typeof value === 'string' ? moduleName(value) : 'require()'
}

const GLOBAL = /^(?:globalThis|window|global|self|top|frames|document\.defaultView)\.(?=.)/
const REQUIRES = /^(?:(?:process\.mainModule|module|require\.main)\.require|process\.getBuiltinModule)$/
const LOADS = /^(?:process\.mainModule|module|require\.main)\.(?:constructor|Module)\._load$/
/** Functions that every program has: their constructor makes functions from texts. */
const OF_FUNCTION =
  /^(?:(?:\[\]|''|\/|Math|console|JSON|Object|Array|Reflect)\.(?!length)[\w$]+|@[\w$]+|Function|setTimeout|setInterval|fetch|require|eval|parseInt)\.constructor$/

/** Gives other ways to reach the same function the same name. */
export function normalised(name: string): string {
  if (name.endsWith('.constructor.constructor') || OF_FUNCTION.test(name)) return 'Function'
  if (REQUIRES.test(name)) return 'require'
  if (LOADS.test(name)) return 'module._load'
  return name
    .replace(GLOBAL, '')
    .replace(GLOBAL, '')
    .replace(/^document\.location(?![\w$])/, 'location')
    .replace('fs.promises.', 'fs.')
    .replace('crypto-js.CryptoJS.', 'crypto-js.')
    .replace(/\.default(?=\.|$)/, '')
}

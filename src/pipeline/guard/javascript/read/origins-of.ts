import { type Node, textOf } from '../../../../language/tree/tree.ts'
import type { Binding } from './bindings.ts'
import { callbackOrigins, listenedOrigins } from './callback-origins.ts'
import { callTaking, keyOf, returnsOf } from './follow.ts'
import { argumentsOf, bare, calleeOf, isFunction, membersOf, partsOf, propertiesOf, sidesOf } from './nodes.ts'
import { ORIGIN, PRIVATE } from './origin.ts'
import type { Reading } from './reading.ts'
import { isHarmlessMember, isMeasure, isSanitiser } from './sanitisers.ts'
import { isSensitivePath } from './sensitive-path.ts'
import { ENVIRONMENT, isRequestPart, sourceOf, sourceOfFree, sourceOfParameter } from './sources.ts'

/** Where a value comes from: through variables, texts, calls, callbacks and what is put into objects. */
export function originsOf(reading: Reading, from: Node): number {
  const node = bare(from)
  return READERS[node.type]?.(reading, node) ?? 0
}

type ReadOrigins = (reading: Reading, node: Node) => number

const allOf = (reading: Reading, nodes: readonly Node[]): number =>
  nodes.reduce((flags, node) => flags | reading.originsOf(node), 0)

const READERS: Record<string, ReadOrigins> = {
  VariableName: variable,
  PropertyDefinition: variable,
  MemberExpression: member,
  CallExpression: call,
  NewExpression: call,
  DynamicImport: () => 0,
  TaggedTemplateExpression: () => 0,
  TemplateString: (reading, node) => allOf(reading, node.children.flatMap(partsOf)),
  BinaryExpression: binary,
  ConditionalExpression: (reading, node) => allOf(reading, partsOf(node).slice(1)),
  ArrayExpression: (reading, node) => allOf(reading, partsOf(node).map(bare)) | spreadEnvironment(reading, node),
  ObjectExpression: (reading, node) =>
    propertiesOf(node).reduce(
      (flags, { property, value }) => flags | reading.originsOf(value) | spreadEnvironment(reading, property),
      0,
    ),
  AssignmentExpression: (reading, node) => {
    const sides = sidesOf(node)
    return sides ? reading.originsOf(sides.right) : 0
  },
}

/** One variable of the environment is a setting, all of them are credentials. */
const spreadEnvironment = (reading: Reading, node: Node): number => {
  if (!node.children.some(({ type }) => type === 'Spread')) return 0
  const isWhole = partsOf(node).some((part) => reading.nameOf(part) === ENVIRONMENT)
  return isWhole ? ORIGIN.secret : 0
}

function binary(reading: Reading, node: Node): number {
  const sides = sidesOf(node)
  if (!sides) return 0
  const isJoining = sides.sign.type === 'LogicOp' || textOf(reading.tree, sides.sign) === '+'
  return isJoining ? allOf(reading, [sides.left, sides.right]) : 0
}

function variable(reading: Reading, node: Node): number {
  const name = textOf(reading.tree, node)
  const binding = reading.bindings.of(node)
  if (!binding) return sourceOf(name) | sourceOfFree(name)
  if (binding.isValidated) return 0
  const own = binding.kind === 'parameter' ? parameter(reading, binding) : 0
  const given = binding.values.reduce((flags, { node: value, path }) => flags | taken(reading, value, path), own)
  return given | allOf(reading, binding.contents)
}

/** What a pattern takes out of a value. */
function taken(reading: Reading, value: Node, path: readonly string[]): number {
  if (path.length === 0) return isFunction(bare(value)) ? 0 : reading.originsOf(value)
  if (path.includes('*key')) return reading.originsOf(value) & (ORIGIN.request | ORIGIN.network | ORIGIN.parameter)
  const name = reading.nameOf(value)
  return (
    reading.originsOf(value) |
    path.reduce((flags, _, at) => flags | sourceOf([name, ...path.slice(0, at + 1)].join('.')), 0)
  )
}

function parameter(reading: Reading, binding: Binding): number {
  const { owner, index, path } = binding.parameter ?? {}
  if (!owner || index === undefined || !path) return ORIGIN.parameter
  if (isNumberTyped(reading, binding.definition)) return 0
  const decorated = decorator(reading, binding.definition)
  if (decorated) return decorated
  if (path[0] && isRequestPart(path[0]) && hasResponse(reading, owner)) return ORIGIN.request
  if (index === 0 && isHandler(reading, owner)) return ORIGIN.request
  const taking = callTaking(owner)
  if (taking) return callbackOrigins(reading, { ...taking, parameter: index, name: path[0] ?? binding.name })
  const event = eventOf(reading, owner)
  if (event && index === 0) return listenedOrigins(reading, { ...event, name: binding.name })
  const definition = owner.children.find(({ type }) => type === 'VariableDefinition' || type === 'PropertyDefinition')
  const own = definition && (definition.type === 'VariableDefinition' ? reading.bindings.of(definition) : undefined)
  const held = own ?? (definition ? textOf(reading.tree, definition) : holderOf(reading, owner))
  const calls = held ? (reading.callsOf.get(held) ?? []) : []
  const given = calls.slice(0, 20).flatMap((inputs) => (inputs[index] ? [inputs[index]] : []))
  return sourceOfParameter(binding.name) | allOf(reading, given)
}

/** `socket.onmessage = (event) => …` */
function eventOf(reading: Reading, owner: Node): { receiver: Node; event: string } | undefined {
  const sides = owner.parent?.type === 'AssignmentExpression' ? sidesOf(owner.parent) : undefined
  const key = sides?.left.type === 'MemberExpression' ? keyOf(reading, sides.left) : undefined
  const receiver = sides && membersOf(sides.left)?.object
  return receiver && key?.startsWith('on') ? { receiver, event: key.slice(2) } : undefined
}

/** The variable that a function is assigned to where it is written. */
function holderOf({ bindings }: Reading, owner: Node): Binding | undefined {
  const siblings = owner.parent?.children ?? []
  const definition = siblings[siblings.indexOf(owner) - 2]
  return definition?.type === 'VariableDefinition' ? bindings.of(definition) : undefined
}

/** A number cannot carry a command. */
function isNumberTyped({ tree }: Reading, definition: Node): boolean {
  const siblings = definition.parent?.children ?? []
  const annotation = siblings[siblings.indexOf(definition) + 1]
  return annotation?.type === 'TypeAnnotation' && /^:\s*(?:number|boolean|bigint|Date)$/.test(textOf(tree, annotation))
}

/** Parameters of controllers are named by decorators: `@Query('id') id: string`. */
function decorator({ tree }: Reading, definition: Node): number {
  const siblings = definition.parent?.children ?? []
  const before = siblings[siblings.indexOf(definition) - 1]
  return before?.type === 'Decorator' && /^@(?:Query|Body|Param|Headers|Req|Args|Cookies)\b/.test(textOf(tree, before))
    ? ORIGIN.request
    : 0
}

/** `exports.handler = (event) => …`: what a cloud calls with what a client sent. */
function isHandler({ tree }: Reading, owner: Node): boolean {
  const before = tree.source.slice(Math.max(0, owner.start - 30), owner.start)
  return /(?:exports\.|export const )\w{0,10}handler\s{0,3}=\s{0,3}(?:async\s)?$/i.test(before)
}

function hasResponse({ tree }: Reading, owner: Node): boolean {
  const list = owner.children.find(({ type }) => type === 'ParamList')
  const parts = list ? partsOf(list).filter(({ type }) => type !== 'TypeAnnotation') : []
  const names = parts.map((part) => textOf(tree, part))
  return names.length > 1 && /^(?:res|response|reply|h)$/.test(names[1] ?? '')
}

function member(reading: Reading, node: Node): number {
  const members = membersOf(node)
  const key = keyOf(reading, node)
  if (!members || isHarmlessMember(key)) return 0
  const own = sourceOf(reading.nameOf(node))
  const target = reading.follow(node)
  if (target !== node) return own | reading.originsOf(target)
  if (members.object.type === 'this') return own | allOf(reading, reading.fields.get(key ?? '') ?? [])
  return own | reading.originsOf(members.object)
}

function call(reading: Reading, node: Node): number {
  const callee = calleeOf(node)
  if (!callee) return 0
  const name = reading.nameOf(callee)
  const own = sourceOf(`${name}()`)
  if (isMeasure(name)) return own
  const inputs = argumentsOf(node)
  if (name === 'require') return 0
  const local = reading.follow(callee)
  const arrived = allOf(
    reading,
    inputs.filter((input) => !isFunction(bare(input))),
  )
  if (isSanitiser(name)) return own | (arrived & PRIVATE)
  if (isFunction(local)) return own | (allOf(reading, returnsOf(local)) & ~ORIGIN.parameter) | arrived
  const receiver = callee.type === 'MemberExpression' ? (membersOf(callee)?.object ?? callee) : undefined
  const from = receiver ? reading.originsOf(receiver) : 0
  return own | from | special(reading, name, inputs) | (own & ORIGIN.network ? 0 : arrived)
}

/** Calls whose arguments tell what comes back. */
function special(reading: Reading, name: string, inputs: readonly Node[]): number {
  const [first] = inputs
  const values = inputs.map((input) => reading.evaluate(input))
  const isDecoding = values.some((value) => value === 'base64' || value === 'hex' || value === 'base64url')
  if (isDecoding && /^Buffer\.from$|^Buffer$/.test(name)) return ORIGIN.decoded
  if (first && /^fs\.(?:read|createRead)/.test(name)) {
    const path = values[0]
    return typeof path === 'string' && isSensitivePath(path) ? ORIGIN.secret : 0
  }
  const isWhole = first !== undefined && reading.nameOf(first) === ENVIRONMENT
  return isWhole &&
    /^(?:JSON\.stringify|Object\.(?:entries|values|assign)|querystring\.stringify|URLSearchParams|util\.inspect)$/.test(
      name,
    )
    ? ORIGIN.secret
    : 0
}

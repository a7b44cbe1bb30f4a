import {
  argumentsOf,
  bare,
  calleeOf,
  isFunction,
  membersOf,
  partsOf,
  propertiesOf,
  sidesOf,
} from '../../../../language/javascript/nodes.ts'
import { type Node, textOf } from '../../../../language/tree/tree.ts'
import { isSensitivePath } from '../../sensitive-path.ts'
import { keyOf, returnsOf } from './follow.ts'
import { ORIGIN, PRIVATE } from './origin.ts'
import { parameterOrigins } from './parameter-origins.ts'
import type { Reading } from './reading.ts'
import { isHarmlessMember, isLookup, isMeasure, isOwnPart, isSanitiser } from './sanitisers.ts'
import { ENVIRONMENT, sourceOf, sourceOfFree } from './sources.ts'

/** The origins of a value: through variables, texts, calls, callbacks and contents of objects. */
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
  VariableDefinition: variable,
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
      (flags, { property, value }) =>
        flags | reading.originsOf(value) | wholeEnvironment(reading, value) | spreadEnvironment(reading, property),
      0,
    ),
  AssignmentExpression: (reading, node) => {
    const sides = sidesOf(node)
    return sides ? reading.originsOf(sides.right) : 0
  },
}

const wholeEnvironment = (reading: Reading, node: Node): number =>
  reading.nameOf(node) === ENVIRONMENT ? ORIGIN.secret : 0

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
  // Resolved at the definition, so that all uses of a variable share one answer.
  if (node !== binding.definition) return reading.originsOf(binding.definition)
  const own = binding.kind === 'parameter' ? parameterOrigins(reading, binding) : 0
  const given = binding.values.reduce((flags, { node: value, path }) => flags | taken(reading, value, path), own)
  const all = given | allOf(reading, binding.contents)
  return binding.isValidated ? all & PRIVATE : all
}

/** The origins of a part that a pattern takes out of a value. */
function taken(reading: Reading, value: Node, path: readonly string[]): number {
  if (path.length === 0) return isFunction(bare(value)) ? 0 : reading.originsOf(value)
  if (path.includes('*key')) return reading.originsOf(value) & (ORIGIN.request | ORIGIN.network | ORIGIN.parameter)
  const name = reading.nameOf(value)
  return (
    reading.originsOf(value) |
    path.reduce((flags, _, at) => flags | sourceOf([name, ...path.slice(0, at + 1)].join('.')), 0)
  )
}

function member(reading: Reading, node: Node): number {
  const members = membersOf(node)
  const key = keyOf(reading, node)
  if (!members || isHarmlessMember(key)) return 0
  if (key && isOwnPart(key) && /^\$?(?:req|request|ctx|_req)$/.test(reading.nameOf(members.object))) return 0
  const own = sourceOf(reading.nameOf(node))
  const target = reading.follow(node)
  if (target !== node) return own | reading.originsOf(target) | putInto(reading, members.object)
  if (members.object.type === 'this') {
    const given = reading.fields.get(key ?? '')
    return own | (given ? allOf(reading, given) : ORIGIN.parameter)
  }
  const whole = own | reading.originsOf(members.object)
  // The content of a field is not the keys that were pressed.
  return /^(?:target|currentTarget|srcElement|view)$/.test(key ?? '') ? whole & ~ORIGIN.keys : whole
}

/** The origins of values that are put into an object after it is made. */
function putInto(reading: Reading, object: Node): number {
  const binding = object.type === 'VariableName' ? reading.bindings.of(object) : undefined
  return binding ? allOf(reading, binding.contents) : 0
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
  const isOther = (own & ORIGIN.network) !== 0 || (receiver !== undefined && isLookup(name))
  return own | from | special(reading, name, inputs) | (isOther ? 0 : arrived)
}

/** The origins of calls with results that depend on their arguments. */
function special(reading: Reading, name: string, inputs: readonly Node[]): number {
  const [first] = inputs
  const values = inputs.map((input) => reading.evaluate(input))
  const isDecoding = values.some((value) => value === 'base64' || value === 'hex' || value === 'base64url')
  const isCodes = Array.isArray(values[0]) && values[0].length > 3 && typeof values[0][0] === 'number'
  if ((isDecoding || isCodes) && /^Buffer\.from$|^Buffer$/.test(name)) return ORIGIN.decoded
  if (first && /^fs\.(?:read|createRead)/.test(name)) {
    const path = values[0]
    return typeof path === 'string' && isSensitivePath(path) ? ORIGIN.secret : 0
  }
  if (/^child_process\.(?:execSync|execFileSync|spawnSync)$/.test(name)) return toldBy(values[0])
  const isWhole = first !== undefined && reading.nameOf(first) === ENVIRONMENT
  return isWhole &&
    /^(?:JSON\.stringify|Object\.(?:entries|values|assign)|querystring\.stringify|URLSearchParams|util\.inspect)$/.test(
      name,
    )
    ? ORIGIN.secret
    : 0
}

/** The origins of a command's output. */
function toldBy(command: unknown): number {
  if (typeof command !== 'string') return 0
  if (/^(?:env|printenv|set)$/.test(command) || (/^cat\s/.test(command) && isSensitivePath(command.slice(4).trim())))
    return ORIGIN.secret
  return /^(?:whoami|hostname|id|ifconfig|ipconfig|uname\b.*|ip a\w*)$/.test(command) ? ORIGIN.host : 0
}

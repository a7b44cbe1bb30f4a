import { childOf, type Node } from '../../../../language/tree/tree.ts'
import { CLEAN_FOR_ALL, constantsOf, either, FOREIGN, from, mixed, named, origin, UNKNOWN } from './make-value.ts'
import type { GivenArguments, Reader } from './reader.ts'
import { createScope } from './scope.ts'
import type { FunctionInfo, Parameter, Value } from './value.ts'

/** Most nested calls that are followed at once; deeper ones are read at the end. */
const MOST_OPEN = 20

/** Functions with a name for making text harmless are believed: how well they do it cannot be checked here. */
const ESCAPES = /^_?(quote|escape|sanitize|sanitise)/i

/** The result of a function of the program for these arguments. */
export function callFunction(reader: Reader, info: FunctionInfo, given: GivenArguments): Value {
  const values = keepGiven(info, given)
  if (info.state === 'new' && openAround(reader) < MOST_OPEN) readFunction(reader, info)
  const { result } = info
  if (!result) return UNKNOWN
  if (ESCAPES.test(info.name)) return { ...result, clean: CLEAN_FOR_ALL }
  if (!(result.origins & origin.parameter)) return result
  const passed = mixed(values)
  const origins = (result.origins & ~origin.parameter) | passed.origins
  return { ...result, origins, clean: result.clean | (passed.origins & FOREIGN ? passed.clean : 0) }
}

function openAround(reader: Reader): number {
  let count = 0
  for (let owner = reader.scope.owner; owner; owner = owner.scope.owner) count += 1
  return count + reader.openCalls
}

/** Records the arguments of each parameter, for the next reading of the program. */
function keepGiven(info: FunctionInfo, given: GivenArguments): Value[] {
  const names = info.parameters.filter(({ name }, index) => !(info.owner && index === 0 && /^(self|cls)$/.test(name)))
  const values: Value[] = []
  const keep = (name: string, value: Value) => {
    values.push(value)
    info.given.set(name, either(info.given.get(name), value))
  }
  for (const [index, { value }] of given.positional.entries()) {
    const parameter = names[index] ?? names.find(({ star }) => star === '*')
    if (parameter) keep(parameter.name, value)
  }
  for (const [name, { value }] of given.keywords) keep(name, value)
  return values
}

/** Reads the body of a function once. */
export function readFunction(reader: Reader, info: FunctionInfo): void {
  if (info.state !== 'new') return
  info.state = 'open'
  const before = { scope: reader.scope, loop: reader.loop, isMuted: reader.isMuted }
  reader.scope = createScope(info.scope, info)
  reader.loop = undefined
  reader.isMuted = false
  reader.openCalls += 1
  for (const [index, parameter] of info.parameters.entries()) {
    reader.scope.assign(parameter.name, valueOfParameter(info, parameter, index))
  }
  if (info.node.type === 'LambdaExpression') info.result = reader.evaluate(info.node.children.at(-1))
  else readBody(reader, info, childOf(info.node, 'Body'))
  reader.openCalls -= 1
  Object.assign(reader, before)
  info.state = 'done'
}

function readBody(reader: Reader, info: FunctionInfo, body: Node | undefined): void {
  const first = reader.facts.returns.length
  if (body) reader.run(body)
  for (const { value, function: owner } of reader.facts.returns.slice(first)) {
    if (owner === info) info.result = either(info.result, value)
  }
}

const NUMBERS =
  /^(int|float|bool|complex|UUID|uuid\.UUID|datetime|date|Decimal|Optional\[(int|float|bool)\]|(int|float) \| None)$/
const FROM_USER =
  /(^|_)(user_?(input|data|supplied|provided|controlled|cmd|command|code|expr|expression|query|file|filename|path|url|string|content|text)|untrusted|tainted|attacker)(_|$)/

function valueOfParameter(info: FunctionInfo, { name, annotation, usual }: Parameter, index: number): Value {
  if (info.owner && index === 0 && (name === 'self' || name === 'cls')) return named(name, { instanceOf: info.owner })
  const given = info.given.get(name)
  if (NUMBERS.test(annotation)) return { ...UNKNOWN, origins: (given?.origins ?? 0) & (origin.counter | origin.item) }
  const isSent = FROM_USER.test(name) || /\b(UploadFile|WebSocket)\b/.test(annotation)
  const outside = info.parameterOrigins | (isSent ? origin.request : 0)
  const isRequest = name === 'request' || (name === 'req' && (info.parameterOrigins & origin.request) !== 0)
  const own = from(origin.parameter | outside | (isRequest ? origin.request : 0), { name: isRequest ? 'request' : '?' })
  const choices = [...(usual === undefined ? [] : [usual]), ...constantsOf(given)]
  if (!given) return { ...own, ...(choices.length > 0 && { choices }) }
  const { text: _text, number: _number, literal: _literal, choices: _choices, ...rest } = either(own, given)
  return { ...rest, name: given.name === '?' ? own.name : given.name, ...(choices.length > 0 && { choices }) }
}

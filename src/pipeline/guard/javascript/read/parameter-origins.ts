import { membersOf, partsOf, siblingOf, sidesOf } from '../../../../language/javascript/nodes.ts'
import { type Node, textOf } from '../../../../language/tree/tree.ts'
import type { Binding } from './bindings.ts'
import { callbackOrigins, listenedOrigins } from './callback-origins.ts'
import { callTaking, keyOf } from './follow.ts'
import { ORIGIN } from './origin.ts'
import type { Reading } from './reading.ts'
import { isRequestPart, sourceOfParameter } from './sources.ts'

/** The origins of a parameter: from the caller of a callback, a framework, or calls of the function. */
export function parameterOrigins(reading: Reading, binding: Binding): number {
  const { owner, index, path } = binding.parameter ?? {}
  if (!owner || index === undefined || !path) return ORIGIN.parameter
  if (isNumberTyped(reading, binding.definition)) return 0
  const decorated = decorator(reading, binding.definition)
  if (decorated) return decorated
  const isPart = path[0] !== undefined && isRequestPart(path[0]) && hasResponse(reading, owner)
  if (isPart || isRequestTyped(reading, binding.definition)) return ORIGIN.request
  if (index === 0 && isHandler(reading, owner, path[0] ?? binding.name)) return ORIGIN.request
  const call = callTaking(owner)
  if (call) return callbackOrigins(reading, { call, parameter: index, name: path[0] ?? binding.name })
  const event = eventOf(reading, owner)
  if (event && index === 0) return listenedOrigins(reading, { ...event, name: binding.name })
  return sourceOfParameter(binding.name) | calledWith(reading, owner, index)
}

/** Most calls of one function that are read. */
const MOST_CALLS = 20

/** The origins of arguments in the program's own calls of a function. */
function calledWith(reading: Reading, owner: Node, index: number): number {
  const definition = owner.children.find(({ type }) => type === 'VariableDefinition' || type === 'PropertyDefinition')
  const own = definition && (definition.type === 'VariableDefinition' ? reading.bindings.of(definition) : undefined)
  const held = own ?? (definition ? textOf(reading.tree, definition) : holderOf(reading, owner))
  const calls = held ? (reading.callsOf.get(held) ?? []) : []
  const given = calls.slice(0, MOST_CALLS).flatMap((inputs) => (inputs[index] ? [inputs[index]] : []))
  return given.reduce((flags, node) => flags | reading.originsOf(node), 0)
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
  const definition = siblingOf(owner, -2)
  return definition?.type === 'VariableDefinition' ? bindings.of(definition) : undefined
}

/** A number cannot carry a command. */
function isNumberTyped({ tree }: Reading, definition: Node): boolean {
  const annotation = siblingOf(definition, 1)
  return annotation?.type === 'TypeAnnotation' && /^:\s*(?:number|boolean|bigint|Date)$/.test(textOf(tree, annotation))
}

/** `(input: Request)`, also around a pattern. */
function isRequestTyped({ tree }: Reading, definition: Node): boolean {
  let pattern = definition
  while (pattern.parent && /Pattern$|^PatternProperty$/.test(pattern.parent.type)) pattern = pattern.parent
  const annotation = siblingOf(pattern, 1)
  const type = annotation?.type === 'TypeAnnotation' ? textOf(tree, annotation) : ''
  return /^:\s*(?:express\.)?(?:\w{0,10}Request|IncomingMessage|APIGatewayProxyEvent\w{0,5})\b/.test(type)
}

/** Parameters of controllers are named by decorators: `@Query('id') id: string`. */
function decorator({ tree }: Reading, definition: Node): number {
  const before = siblingOf(definition, -1)
  return before?.type === 'Decorator' && /^@(?:Query|Body|Param|Headers|Req|Args|Cookies)\b/.test(textOf(tree, before))
    ? ORIGIN.request
    : 0
}

const HANDLER = /^(?:\w*[hH]andler|getServerSideProps|getInitialProps|loader|action|GET|POST|PUT|PATCH|DELETE)$/
const GIVEN_TO_HANDLER = /^(?:event|req|request|ctx|context|query|params|searchParams|body)$/

/** Functions that a cloud or a framework calls by name, with data of a client. */
function isHandler({ tree }: Reading, owner: Node, parameter: string): boolean {
  const definition = owner.children.find(({ type }) => type === 'VariableDefinition') ?? siblingOf(owner, -2)
  const name = definition ? textOf(tree, definition).slice(-40) : ''
  return GIVEN_TO_HANDLER.test(parameter) && HANDLER.test(name.slice(name.lastIndexOf('.') + 1))
}

function hasResponse({ tree }: Reading, owner: Node): boolean {
  const list = owner.children.find(({ type }) => type === 'ParamList')
  const parts = list ? partsOf(list).filter(({ type }) => type !== 'TypeAnnotation') : []
  const names = parts.map((part) => textOf(tree, part))
  return names.length > 1 && /^(?:res|response|reply|h)$/.test(names[1] ?? '')
}

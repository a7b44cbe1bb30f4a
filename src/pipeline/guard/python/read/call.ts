import { childOf, type Node, textOf } from '../../../../language/tree/tree.ts'
import { isSensitivePath } from '../../sensitive-path.ts'
import { readArguments } from './arguments.ts'
import { constantCall } from './constant-calls.ts'
import { handedCalls } from './handed-calls.ts'
import { ADDED, NEUTRAL, SANITISERS, SOURCES } from './known-names.ts'
import { memberOf } from './lookup.ts'
import { CLEAN_FOR_ALL, cleanFor, constantOf, FOREIGN, from, mixed, named, origin, UNKNOWN } from './make-value.ts'
import { mutate } from './mutate.ts'
import type { Reader } from './reader.ts'
import { specialCall } from './special-calls.ts'
import { textMethod } from './text-methods.ts'
import type { Arguments, Value } from './value.ts'

/** `callee(arguments)`: records the call, and returns its result. */
export function readCall(reader: Reader, node: Node): Value {
  const [first] = node.children
  const { callee, receiver } = readCallee(reader, first)
  const given = withBound(callee, readArguments(reader, childOf(node, 'ArgList')))
  const result = resultOf(reader, { node, callee, receiver, given })
  record(reader, { node, callee, receiver, given, result })
  mutate(reader, first, given)
  for (const handed of handedCalls(callee.name, given)) {
    const inner = { node, callee: handed.callee, receiver: undefined, given: handed.given }
    record(reader, { ...inner, result: resultOf(reader, inner), isIndirect: true })
  }
  return result
}

/** Records a call that is not written as one, of a function with one argument. */
export function callWith(
  reader: Reader,
  { node, callee, argument }: { node: Node; callee: Value; argument: Value },
): Value {
  const positional = [{ value: argument, node, start: node.start }]
  const call = { node, callee, receiver: undefined, given: { positional, keywords: new Map(), isOpen: false } }
  const result = callee.definition ? UNKNOWN : resultOf(reader, call)
  record(reader, { ...call, result, isIndirect: true })
  return result
}

const withBound = ({ bound }: Value, given: Arguments): Arguments =>
  bound
    ? {
        positional: [...bound.positional, ...given.positional],
        keywords: new Map([...bound.keywords, ...given.keywords]),
        isOpen: bound.isOpen || given.isOpen,
      }
    : given

function readCallee(reader: Reader, node: Node | undefined): { callee: Value; receiver?: Value } {
  if (node?.type !== 'MemberExpression' || node.children[1]?.type !== '.') return { callee: reader.evaluate(node) }
  const receiver = reader.evaluate(node.children[0])
  const property = childOf(node, 'PropertyName')
  const name = property ? textOf(reader.tree, property) : ''
  if (name === '__call__') return { callee: receiver }
  return { callee: property ? memberOf(receiver, name) : receiver, receiver }
}

interface ReadCall {
  node: Node
  callee: Value
  receiver: Value | undefined
  given: Arguments
  result: Value
  isIndirect?: boolean
}

/** Calls that wait for an event. */
const WAITS =
  /^(time\.sleep|asyncio\.sleep|input|select\.select|queue\.Queue\(\)\.get)$|(Thread|Process|Pool)\(\)\.join$|\.(accept|recv|wait|poll|readline)$/

function record(reader: Reader, { given, isIndirect = false, ...call }: ReadCall): void {
  if (reader.isMuted) return
  const { name } = call.callee
  if (WAITS.test(name)) for (let loop = reader.loop; loop; loop = loop.outer) loop.waits = true
  reader.facts.calls.push({
    ...call,
    name,
    method: name.slice(name.lastIndexOf('.') + 1),
    ...given,
    isIndirect,
    loop: reader.loop,
    function: reader.scope.owner,
  })
}

function resultOf(reader: Reader, { node, callee, receiver, given }: Omit<ReadCall, 'result'>): Value {
  const values = given.positional.map(({ value }) => value)
  const special = specialCall(reader, { node, callee, receiver, given })
  if (special) return special
  if (callee.definition) return callOwn(reader, callee, given)
  const constant = constantCall(callee.name, values)
  if (constant) return constant
  const method = methodOf(callee.name)
  const keywords = new Map([...given.keywords].map(([name, { value }]) => [name, value]))
  const isText = receiver && (receiver.text !== undefined || receiver.name === '?' || receiver.origins !== 0)
  const text =
    isText && receiver.name !== 'pathlib.Path()'
      ? textMethod(method, { receiver, positional: values, keywords })
      : undefined
  if (text) return receiver?.opened ? { ...text, opened: receiver.opened } : text
  return outsideResult(callee, receiver, [...values, ...keywords.values()])
}

function callOwn(reader: Reader, callee: Value, given: Arguments): Value {
  const own = callee.definition
  if (own?.kind === 'function') return reader.callFunction(own, given)
  if (!own) return UNKNOWN
  const start = own.methods.get('__init__')
  if (start) reader.callFunction(start, given)
  return named(`${own.name}()`, { instanceOf: own })
}

const methodOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** The result of a call outside of the program: its known result, or a mix of its arguments. */
function outsideResult(callee: Value, receiver: Value | undefined, values: readonly Value[]): Value {
  const name = `${callee.name}()`
  const method = `.${methodOf(callee.name)}()`
  const look = <T>(table: ReadonlyMap<string, T>): T | undefined => table.get(name) ?? table.get(method)
  if (NEUTRAL.has(name) || NEUTRAL.has(method)) return named(name)
  if (callee.name === 'input') return from(origin.input)
  if (callee.name === 'open' || callee.name.endsWith('.open')) return openedFile(name, receiver, values)
  const source = look(SOURCES)
  if (source) {
    const text = /^glob\./.test(name) ? values[0]?.text : undefined
    return from(source | wideWalk(source, receiver, values), { name, text })
  }
  const parts = mixed(receiver ? [receiver, ...values] : values)
  const clean = (look(SANITISERS) ?? (QUOTES.test(method) ? cleanFor.sql | cleanFor.shell : 0)) | parts.clean
  const isOneItem = method === '.get()' || method === '.pop()'
  const origins = (isOneItem ? parts.origins & ~origin.allEnvironment : parts.origins) | (look(ADDED) ?? 0)
  const keepsFile = receiver?.opened ? { opened: receiver.opened } : {}
  return named(name, { origins, clean: origins & FOREIGN ? clean : CLEAN_FOR_ALL, ...keepsFile })
}

/** Functions of unknown libraries with a name that says what they do. */
const QUOTES = /^\.(quote|escape|sanitize)_/

const WHOLE =
  /^([/~]|~\/|\/(home|etc|usr|var|root|opt|mnt|media|Users)\/?|[A-Za-z]:[\\/]*|\/\*\*?(\/\*)?|~\/\*\*?(\/\*)?)$/

/** A walk through a whole system or home. */
const wideWalk = (source: number, receiver: Value | undefined, values: readonly Value[]): number =>
  source & origin.walked && [receiver, values[0]].some((path) => WHOLE.test(constantOf(path) ?? '')) ? origin.home : 0

function openedFile(name: string, receiver: Value | undefined, values: readonly Value[]): Value {
  const isMethod = receiver?.name === 'pathlib.Path()'
  const path = (isMethod ? receiver : values[0]) ?? UNKNOWN
  const mode = constantOf(values[isMethod ? 0 : 1]) ?? 'r'
  const secret = isSensitivePath(path.text ?? '') ? origin.secret : 0
  const walked = path.origins & (origin.walked | origin.item)
  const chosen = constantOf(path) === undefined && path.origins & FOREIGN ? origin.chosenFile : 0
  return from(origin.file | secret | walked | chosen, { name, opened: { path, mode }, clean: cleanFor.path })
}

import { iterated, memberOf } from './lookup.ts'
import { constantOf } from './make-value.ts'
import type { Argument, Arguments, Value } from './value.ts'

export interface HandedCall {
  callee: Value
  given: Arguments
}

/** Functions that call a function among their arguments, with its index; its own arguments follow. */
const BY_PLACE: Record<string, number> = {
  map: 0,
  filter: 0,
  'functools.partial': 0,
  'functools.reduce': 0,
  'asyncio.to_thread': 0,
  'atexit.register': 0,
  'threading.Timer': 1,
  submit: 0,
  apply: 0,
  apply_async: 0,
  run_in_executor: 1,
  call_soon: 0,
  call_later: 1,
  start_new_thread: 0,
}

const WITH_TARGET = new Set([
  'threading.Thread',
  'multiprocessing.Process',
  'multiprocessing.context.Process',
  'Thread',
  'Process',
])

/** Calls that happen through another: `Thread(target=os.system, args=(x,))`, `map(eval, lines)`. */
export function handedCalls(name: string, given: Arguments): HandedCall[] {
  if (WITH_TARGET.has(name)) return withTarget(given)
  if (name === 'operator.methodcaller()') return methodCalled(given)
  const method = name.slice(name.lastIndexOf('.') + 1)
  const place = BY_PLACE[name] ?? (name.includes('.') ? BY_PLACE[method] : undefined)
  const handed = place === undefined ? undefined : given.positional[place]
  if (place === undefined || !handed || !isCallable(handed.value)) return []
  const isEach = name === 'map' || name === 'filter'
  const rest = given.positional.slice(place + 1)
  const positional = isEach
    ? rest.map((argument) => ({ ...argument, value: iterated(argument.value) }))
    : spreadTuple(name, rest)
  return [{ callee: handed.value, given: { positional, keywords: given.keywords, isOpen: given.isOpen } }]
}

const isCallable = (value: Value): boolean =>
  value.definition?.kind === 'function' || (value.name !== '?' && !value.name.endsWith(')'))

function withTarget(given: Arguments): HandedCall[] {
  const target = given.keywords.get('target') ?? given.positional[1]
  if (!target || !isCallable(target.value)) return []
  const tuple = given.keywords.get('args') ?? given.positional[3]
  const positional = tuple ? itemsOf(tuple) : []
  return [{ callee: target.value, given: { positional, keywords: new Map(), isOpen: false } }]
}

/** `operator.methodcaller('method', x)(object)` is `object.method(x)`. */
function methodCalled({ positional, keywords, isOpen }: Arguments): HandedCall[] {
  const [key, ...rest] = positional
  const object = rest.pop()
  const method = constantOf(key?.value)
  if (!object || method === undefined) return []
  return [
    { callee: { ...memberOf(object.value, method), isHidden: true }, given: { positional: rest, keywords, isOpen } },
  ]
}

const itemsOf = (argument: Argument): Argument[] =>
  (argument.value.items ?? [argument.value]).map((value) => ({ ...argument, value }))

/** Pools and timers take the arguments as one tuple. */
function spreadTuple(name: string, rest: readonly Argument[]): Argument[] {
  const [first] = rest
  const isTuple =
    name.endsWith('apply') ||
    name.endsWith('apply_async') ||
    name.endsWith('start_new_thread') ||
    name.endsWith('Timer')
  return isTuple && first ? itemsOf(first) : [...rest]
}

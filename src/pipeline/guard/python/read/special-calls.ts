import { childOf, type Node } from '../../../../language/tree/tree.ts'
import { itemOf, iterated, memberOf, valueNamed, valueOfName } from './lookup.ts'
import { concatenated, constantOf, mixed, named, origin, textValue, UNKNOWN } from './make-value.ts'
import type { Reader } from './reader.ts'
import type { Arguments, Value } from './value.ts'

interface SpecialCall {
  node: Node
  callee: Value
  receiver: Value | undefined
  given: Arguments
}

/** Calls that rename values, or compose text in their own way. */
export function specialCall(reader: Reader, call: SpecialCall): Value | undefined {
  const { name } = call.callee
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined
  return special?.(reader, call) ?? lookedUp(reader, call)
}

/** `table.get('name')` and its like, for tables of modules and attributes. */
function lookedUp(reader: Reader, { callee, receiver, given }: SpecialCall): Value | undefined {
  const method = callee.name.slice(callee.name.lastIndexOf('.') + 1)
  const key = constantOf(given.positional[0]?.value)
  if (!receiver || key === undefined) return undefined
  if (method === '__getattribute__') return { ...memberOf(receiver, key), isHidden: true }
  if (method !== 'get' && method !== '__getitem__' && method !== 'pop') return undefined
  const found = itemOf(reader, receiver, textValue(key))
  return found.isHidden ? found : undefined
}

/** A text that is only a name. */
function namedByText(reader: Reader, call: SpecialCall): Value | undefined {
  const [first, ...rest] = /^[A-Za-z_][\w.]{0,80}$/.exec(constantOf(firstOf(call)) ?? '')?.[0].split('.') ?? []
  if (!first) return undefined
  return { ...rest.reduce(memberOf, valueOfName(reader, first)), isHidden: true }
}

const firstOf = ({ given }: SpecialCall): Value => given.positional[0]?.value ?? UNKNOWN

/** An attribute named by a text; a text that is no plain literal was composed to hide it. */
function attribute(_reader: Reader, call: SpecialCall): Value | undefined {
  const key = constantOf(call.given.positional[1]?.value)
  if (key === undefined) return { ...UNKNOWN, ...mixed([firstOf(call)]) }
  return { ...memberOf(firstOf(call), key), isHidden: true }
}

function importByText(_reader: Reader, call: SpecialCall): Value | undefined {
  const module = constantOf(firstOf(call))
  return module === undefined ? undefined : valueNamed(module, { isHidden: true })
}

/** Calls a known function for each item. */
function mapped(reader: Reader, { node, given }: SpecialCall): Value | undefined {
  const [callee, values] = given.positional.map(({ value }) => value)
  if (callee?.name !== 'chr' || !values?.items) {
    const from = mixed(given.positional.slice(1).map(({ value }) => value))
    const own = callee?.definition?.kind === 'function' ? callee.definition : undefined
    const argument = given.positional[1]
    if (!own || !argument) return named('map()', from)
    return reader.callFunction(own, {
      positional: [{ ...argument, node, value: iterated(argument.value) }],
      keywords: new Map(),
    })
  }
  const letters = values.items.map(({ number }) =>
    number !== undefined && number >= 0 && number <= 0x10ffff ? String.fromCodePoint(Math.trunc(number)) : '',
  )
  return textValue(letters.join(''), { origins: origin.decoded })
}

/** `operator.attrgetter('a.b')`, when it is called with an object. */
function gotten(_reader: Reader, { given }: SpecialCall): Value | undefined {
  const [key, object] = given.positional.map(({ value }) => value)
  const names = constantOf(key)?.split('.')
  return object && names && { ...names.reduce(memberOf, object), isHidden: true }
}

function variables(_reader: Reader, call: SpecialCall): Value {
  const [first] = call.given.positional
  return named(first ? `${first.value.name}.__dict__` : 'vars()')
}

/** `Path.joinpath`, which returns a path. */
function joinedPath(_reader: Reader, { receiver, given }: SpecialCall): Value {
  const parts = [receiver ?? UNKNOWN, ...given.positional.map(({ value }) => value)]
  return { ...concatenated(parts, '/'), name: 'pathlib.Path()' }
}

const samePath = (_reader: Reader, { receiver }: SpecialCall): Value | undefined => receiver

function enumerated(_reader: Reader, call: SpecialCall): Value {
  const count = { ...UNKNOWN, origins: origin.counter }
  const value = firstOf(call)
  return { ...UNKNOWN, ...mixed([value]), items: [{ ...UNKNOWN, ...mixed([value]), items: [count, iterated(value)] }] }
}

/** `re.sub` that leaves only letters and digits makes text harmless. */
function substituted(_reader: Reader, { given }: SpecialCall): Value | undefined {
  const [pattern, put, text] = given.positional.map(({ value }) => value)
  const isStrict =
    /^\[\^[\w\\.\- ]{1,30}\]\+?$/.test(constantOf(pattern) ?? '') && /^[\w-]?$/.test(constantOf(put) ?? '!')
  return isStrict ? named('re.sub()') : { ...UNKNOWN, ...mixed([put ?? UNKNOWN, text ?? UNKNOWN]) }
}

const bound = (callee: Value, { positional, ...rest }: Arguments): Value => ({
  ...callee,
  bound: { positional: positional.slice(1), ...rest },
})

const SPECIAL: Record<string, (reader: Reader, call: SpecialCall) => Value | undefined> = {
  getattr: attribute,
  'inspect.getattr_static': attribute,
  eval: namedByText,
  'object.__getattribute__': attribute,
  'type.__getattribute__': attribute,
  __import__: importByText,
  'importlib.import_module': importByText,
  'functools.partial': (_reader, call) => bound(firstOf(call), call.given),
  'operator.attrgetter': (_reader, { given }) => named('operator.attrgetter()', { bound: given }),
  'operator.attrgetter()': gotten,
  'operator.methodcaller': (_reader, { given }) => named('operator.methodcaller()', { bound: given }),
  map: mapped,
  vars: variables,
  'pathlib.Path().joinpath': joinedPath,
  'pathlib.Path().expanduser': samePath,
  'pathlib.Path().resolve': samePath,
  'pathlib.Path().absolute': samePath,
  enumerate: enumerated,
  're.sub': substituted,
  super: (reader, { node }) => (childOf(node, 'ArgList') ? (reader.scope.find('self') ?? UNKNOWN) : UNKNOWN),
}

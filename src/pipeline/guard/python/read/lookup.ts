import { canonical, SOURCES } from './known-names.ts'
import { constantOf, either, FOREIGN, from, HOLE, named, origin, textValue, UNKNOWN } from './make-value.ts'
import type { Reader } from './reader.ts'
import type { Value } from './value.ts'

/** Names of the language that are worth following. */
const BUILTINS = new Set(
  'eval exec compile open input __import__ getattr setattr globals locals vars chr ord bytes str int map print'.split(
    ' ',
  ),
)

/** The value of a bare name. */
export function valueOfName(reader: Reader, written: string): Value {
  const known = reader.scope.find(written)
  if (known) return known
  // Python reads letters of other alphabets that look like ours as ours: `𝚎𝚡𝚎𝚌` is `exec`.
  const name = written.normalize('NFKC')
  const starred = BUILTINS.has(name) ? undefined : reader.starred.at(-1)
  if (starred) return valueNamed(`${starred}.${name}`)
  return valueNamed(USUAL.get(name) ?? name, name === written ? {} : { isHidden: true })
}

/** Names of one module alone: in a cut-out without imports they mean that module. */
const USUAL = new Map(
  ['check_output', 'check_call', 'Popen', 'getoutput', 'getstatusoutput'].map((name) => [name, `subprocess.${name}`]),
)

/** A value outside of the program, by its full name. */
export function valueNamed(full: string, rest: Partial<Value> = {}): Value {
  const name = canonical(full)
  const origins = SOURCES.get(name)
  return origins && name !== 'input' ? from(origins, { ...rest, name }) : named(name, rest)
}

/** Parts of the request that a request handler has as attributes. */
const REQUEST_PARTS = new Set(['path', 'headers', 'rfile', 'requestline', 'request', 'query'])

/** `base.property`. */
export function memberOf(base: Value, property: string): Value {
  if (property === '__call__') return base
  if (base.instanceOf) {
    const method = base.instanceOf.methods.get(property)
    if (method) return named(`${base.name}.${property}`, { definition: method })
    const kept = base.instanceOf.attributes.get(property)
    if (kept) return keptValue(kept)
    if (REQUEST_PARTS.has(property) && base.instanceOf.bases.some(({ name }) => /RequestHandler$/.test(name))) {
      return from(origin.request, { name: `self.${property}` })
    }
  }
  if (base.definition?.kind === 'class') {
    const method = base.definition.methods.get(property)
    if (method) return named(`${base.name}.${property}`, { definition: method })
    const kept = base.definition.attributes.get(property)
    if (kept) return kept
  }
  if (property === '__self__' && /^(print|len|abs|repr|id|open|sum|min|max|input|sorted)$/.test(base.name))
    return named('__builtins__', { isHidden: true })
  if (property === '__builtins__') return named('__builtins__', { isHidden: true })
  const { isHidden } = base
  const full = `${base.name}.${property}`
  const { origins, clean } = base
  if (base.name === '?' || base.origins) return named(canonical(full), { origins, clean, isHidden })
  return valueNamed(full, { isHidden })
}

/** A parameter that was kept in an object is chosen by the program more often than by somebody else. */
function keptValue(value: Value): Value {
  const others = value.origins & FOREIGN & ~origin.parameter
  if (!(value.origins & origin.parameter) || others) return value
  return { ...value, origins: (value.origins & ~origin.parameter) | origin.kept }
}

/** `base[key]`. */
export function itemOf(reader: Reader, base: Value, key: Value): Value {
  const text = constantOf(key)
  if (text !== undefined) {
    const hidden = hiddenItem(reader, base, text)
    if (hidden) return { ...hidden, isHidden: true }
  }
  if (base.name === 'os.environ') return environmentItem(text)
  if (base.entries?.size) return (text !== undefined && base.entries.get(text)) || oneOf([...base.entries.values()])
  if (base.items) {
    const at = key.number === undefined ? undefined : base.items.at(key.number)
    return at ?? oneOf(base.items)
  }
  const letter = key.number === undefined ? undefined : constantOf(base)?.at(key.number)
  if (letter !== undefined) return textValue(letter, { origins: base.origins, clean: base.clean })
  // One variable of a copy of the environment is not all of it.
  const origins = base.origins & ~origin.allEnvironment
  const name = base.name === '?' ? '?' : `${base.name}[]`
  return { ...UNKNOWN, name, origins, clean: base.clean, opened: base.opened }
}

const environmentItem = (key: string | undefined): Value =>
  key === 'HOME' || key === 'USERPROFILE'
    ? textValue('~', { origins: origin.home })
    : from(origin.environment, { name: 'os.environ[]' })

/** Tables of names: modules, globals, attributes. */
function hiddenItem(reader: Reader, base: Value, key: string): Value | undefined {
  if (base.name === 'sys.modules') return valueNamed(key)
  if (base.name === 'globals()' || base.name === 'locals()' || base.name === 'vars()') return valueOfName(reader, key)
  if (base.name === '__builtins__' || base.name === '__dict__') return valueNamed(key)
  if (/\.f_(builtins|globals|locals)$/.test(base.name)) return valueOfName(reader, key)
  if (base.name.endsWith('.__globals__')) return valueNamed(key)
  if (base.name.endsWith('.__dict__')) return valueNamed(`${base.name.slice(0, -'.__dict__'.length)}.${key}`)
  return undefined
}

const MOST_ITEMS = 50

/** One of many values, and it is unknown which. */
export function oneOf(values: readonly Value[]): Value {
  let result: Value | undefined
  for (const value of values.slice(0, MOST_ITEMS)) result = either(result, value)
  return result ?? UNKNOWN
}

/** The element of a loop over a value. */
export function iterated(value: Value): Value {
  const count = value.origins & origin.counter
  if (value.items) {
    const item = oneOf(value.items)
    return { ...item, origins: item.origins | origin.item }
  }
  if (value.entries?.size) {
    const keys = [...value.entries.keys()].map((key) => textValue(key))
    return { ...oneOf(keys), origins: origin.item }
  }
  const { origins, clean } = value
  const text = value.text === undefined || count ? undefined : origins & origin.walked ? value.text : HOLE
  const name = value.name === '?' ? '?' : `${value.name}[]`
  return { ...UNKNOWN, text, name, origins: origins | origin.item, clean, opened: value.opened }
}

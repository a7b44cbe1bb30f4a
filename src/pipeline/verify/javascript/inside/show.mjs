// Values as source text: the form in which test files hold them and two results are compared.

const MOST_TEXT = 1500
const MOST_PARTS = 400
const MOST_DEPTH = 12
const NAME = /^[A-Za-z_$][\w$]*$/
const OPAQUE = Symbol('no text makes an equal value')
const BUILT_IN_ERRORS = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError']
const TYPED_ARRAYS = [
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
]

/**
 * An expression that makes an equal value; undefined where there is none (functions, circles, what is too large).
 * `nameOf` tells by which name the test file knows the class of a prototype.
 */
export function show(value, nameOf = () => undefined) {
  try {
    const text = visit(value, { nameOf, path: [], parts: { left: MOST_PARTS } })
    return text.length > MOST_TEXT ? undefined : text
  } catch {
    // Getters and proxies of the program may throw anything.
    return undefined
  }
}

/** A string literal in single quotes. */
export function quote(text) {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function visit(value, state) {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'function' || typeof value === 'symbol') throw OPAQUE
  if (value === null || typeof value !== 'object') return String(value)
  if (state.path.includes(value) || state.path.length > MOST_DEPTH || state.parts.left-- < 0) throw OPAQUE
  return visitObject(value, { ...state, path: [...state.path, value] })
}

function visitObject(value, state) {
  const prototype = Object.getPrototypeOf(value)
  if (Array.isArray(value)) return visitArray(value, state)
  if (prototype === Object.prototype) return fields(value, state)
  if (prototype === null) return fields(value, state, '__proto__: null')
  const className = state.nameOf(prototype)
  if (className) return `Object.assign(Object.create(${className}.prototype), ${fields(value, state)})`
  return visitBuiltIn(value, prototype, state)
}

function visitArray(value, state) {
  if (Object.keys(value).length !== value.length) throw OPAQUE
  return `[${Array.from(value, (each) => visit(each, state)).join(', ')}]`
}

function visitBuiltIn(value, prototype, state) {
  const list = (items) => `[${Array.from(items, (each) => visit(each, state)).join(', ')}]`
  if (prototype === Map.prototype) return value.size ? `new Map(${list(value)})` : 'new Map()'
  if (prototype === Set.prototype) return value.size ? `new Set(${list(value)})` : 'new Set()'
  if (prototype === Date.prototype) {
    return Number.isNaN(value.getTime()) ? 'new Date(NaN)' : `new Date(${quote(value.toISOString())})`
  }
  if (prototype === RegExp.prototype) return String(value)
  if (prototype === URL.prototype) return `new URL(${quote(value.href)})`
  if (prototype === Buffer.prototype) return `Buffer.from(${list(value)})`
  const typed = TYPED_ARRAYS.find((name) => globalThis[name].prototype === prototype)
  if (typed) return `new ${typed}(${list(value)})`
  const error = BUILT_IN_ERRORS.find((name) => globalThis[name].prototype === prototype)
  if (error && Object.keys(value).length === 0) return `new ${error}(${quote(value.message)})`
  throw OPAQUE
}

function fields(value, state, first) {
  if (Object.getOwnPropertySymbols(value).length > 0) throw OPAQUE
  const shown = Object.keys(value).map((key) => {
    const { get } = Object.getOwnPropertyDescriptor(value, key)
    if (get || key === '__proto__') throw OPAQUE
    return `${NAME.test(key) ? key : quote(key)}: ${visit(value[key], state)}`
  })
  const all = first ? [first, ...shown] : shown
  return all.length ? `{ ${all.join(', ')} }` : '{}'
}

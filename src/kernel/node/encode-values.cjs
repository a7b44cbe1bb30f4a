const { EventEmitter } = require('node:events')
const { types } = require('node:util')
const { plainObjectsOf } = require('./plain-data.cjs')

const isObject = (value) => typeof value === 'object' && value !== null

/** Thrown for a value that cannot be saved, with the reason. */
class Unkept extends Error {}

const SLOTS = [
  [types.isPromise, 'a Promise'],
  [types.isWeakMap, 'a WeakMap'],
  [types.isWeakSet, 'a WeakSet'],
  [types.isGeneratorObject, 'a running generator'],
  [types.isMapIterator, 'an iterator'],
  [types.isSetIterator, 'an iterator'],
  [types.isArgumentsObject, 'the arguments of a function'],
  [types.isSharedArrayBuffer, 'memory shared between threads'],
  [types.isModuleNamespaceObject, 'a module'],
  [types.isExternal, 'a value of native code'],
]
/** Prototypes of built-in objects that hold only properties. */
const OPEN_KINDS = new Set([Object.prototype, EventEmitter.prototype])

/**
 * Encodes values as flat records: each object, function and symbol is one, and a list of one number stands for the record with
 * that number, so that identity and cycles are kept. `v8.serialize` alone would lose classes and functions.
 */
function createEncoder({ known, functions }) {
  known.refresh()
  const records = []
  const values = []
  const numbers = new Map()
  const refer = (value) => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol'))
      return value
    const number = numbers.get(value) ?? values.push(value) - 1
    numbers.set(value, number)
    return [number]
  }
  const data = new Set()
  const isForeign = (value) => (numbers.has(value) && !data.has(value)) || known.pathOf(value) !== undefined
  const tools = { refer, known, functions, data }
  return {
    records,
    /** Gives the result of `encode`; an `encode` that throws leaves no records. V8 itself saves the plain data in `leftToV8`. */
    whole(encode, leftToV8) {
      const start = values.length
      for (const value of (isObject(leftToV8) && plainObjectsOf(leftToV8, isForeign)) || []) data.add(value)
      try {
        const encoded = encode(refer)
        for (let number = start; number < values.length; number++) records.push(recordOf(values[number], tools))
        return encoded
      } catch (error) {
        for (const value of values.splice(start)) numbers.delete(value)
        records.length = start
        throw error instanceof Unkept ? error : new Unkept(`it throws when it is looked at: ${error?.message}`)
      }
    },
  }
}

function recordOf(value, tools) {
  const path = tools.known.pathOf(value)
  if (path) return { kind: 'known', path: path.map((key) => (typeof key === 'symbol' ? tools.refer(key) : key)) }
  if (tools.data.has(value)) return { kind: 'data', value }
  if (typeof value === 'symbol') return symbolRecord(value)
  if (types.isProxy(value)) throw new Unkept('it is or holds a Proxy')
  if (typeof value === 'function') return tools.functions.recordOf(value, tools)
  const slot = SLOTS.find(([is]) => is(value))
  if (slot) throw new Unkept(`it is or holds ${slot[1]}`)
  const { kind, base, skip, ...record } = contentOf(value, tools.refer)
  if (kind === 'url') return { kind, ...record }
  const owner = Object.getOwnPropertyDescriptor(value, 'constructor')?.value
  const isPrototype = typeof owner === 'function' && ownPrototype(owner) === value
  const above = Object.getPrototypeOf(value)
  if (!isPrototype && above === base) return { ...record, kind, ...propertiesOf(value, { ...tools, skip }) }
  const prototype = tools.refer(above)
  if (!isPrototype) refuseClosedKinds(value, base, tools)
  if (!isPrototype) return { ...record, kind, prototype, ...propertiesOf(value, { ...tools, skip }) }
  const isMade = (key, descriptor) => key === 'constructor' || tools.functions.isDeclaredIn(owner, descriptor)
  return { kind: 'prototype', of: tools.refer(owner), prototype, ...propertiesOf(value, { ...tools, skip: isMade }) }
}

const ownPrototype = (owner) => Object.getOwnPropertyDescriptor(owner, 'prototype')?.value

function symbolRecord(symbol) {
  const wellKnown = Object.getOwnPropertyNames(Symbol).find((name) => Symbol[name] === symbol)
  if (wellKnown) return { kind: 'symbol', wellKnown }
  return { kind: 'symbol', shared: Symbol.keyFor(symbol), description: symbol.description }
}

/**
 * The kind, the content beside its properties, the built-in prototype that it needs, and a test for keys that are no properties
 * of its own.
 */
function contentOf(value, refer) {
  if (value.resizable) throw new Unkept('it is or holds memory that can be resized')
  const [, read] = CONTENTS.find(([is]) => is(value)) ?? []
  return read ? read(value, refer) : { kind: 'object', base: Object.prototype }
}

const isIndex = (key) => typeof key === 'string' && (key === 'length' || /^\d+$/.test(key))
const isUrl = (value) => Object.getPrototypeOf(value) === URL.prototype && value.href !== undefined

const CONTENTS = [
  [Array.isArray, arrayContent],
  [types.isDate, (value) => ({ kind: 'date', time: Date.prototype.getTime.call(value), base: Date.prototype })],
  [types.isRegExp, ({ source, flags }) => ({ kind: 'pattern', source, flags, base: RegExp.prototype })],
  [
    types.isMap,
    (value, refer) => {
      const entries = [...Map.prototype.entries.call(value)].flatMap(([key, held]) => [refer(key), refer(held)])
      return { kind: 'map', entries, base: Map.prototype }
    },
  ],
  [
    types.isSet,
    (value, refer) => ({ kind: 'set', entries: [...Set.prototype.values.call(value)].map(refer), base: Set.prototype }),
  ],
  [
    types.isNativeError,
    ({ stack }) => ({ kind: 'error', stack: String(stack), base: Error.prototype, skip: (key) => key === 'stack' }),
  ],
  [
    types.isArrayBuffer,
    (value) => ({ kind: 'bytes', bytes: new Uint8Array(value.slice(0)), base: ArrayBuffer.prototype }),
  ],
  [ArrayBuffer.isView, viewContent],
  [types.isBoxedPrimitive, boxedContent],
  [isUrl, ({ href }) => ({ kind: 'url', href })],
]

function arrayContent(value, refer) {
  const items = []
  for (let index = 0; index < value.length; index++) {
    // A hole is no value: in that case the properties say where values are.
    const isHole = value[index] === undefined && !Object.hasOwn(value, index)
    if (isHole) return { kind: 'array', length: value.length, base: Array.prototype, skip: (key) => key === 'length' }
    items.push(refer(value[index]))
  }
  return { kind: 'array', length: value.length, items, base: Array.prototype, skip: isIndex }
}

function viewContent(value, refer) {
  const name = Buffer.isBuffer(value) ? 'Buffer' : types.isDataView(value) ? 'DataView' : value[Symbol.toStringTag]
  const shared = {
    kind: 'view',
    name,
    base: name === 'Buffer' ? Buffer.prototype : globalThis[name].prototype,
    skip: isIndex,
  }
  const length = value.length ?? value.byteLength
  // Small buffers share one piece of memory by accident; the neighbouring bytes are not theirs.
  if (name === 'Buffer' && value.buffer.byteLength === Buffer.poolSize) {
    return { ...shared, buffer: refer(new Uint8Array(value).buffer), offset: 0, length }
  }
  return { ...shared, buffer: refer(value.buffer), offset: value.byteOffset, length }
}

function boxedContent(value, refer) {
  const held = value.valueOf()
  return { kind: 'boxed', value: refer(held), base: Object(held).constructor.prototype, skip: isIndex }
}

/** Refuses built-in objects, and classes with private fields: they hold more than their properties tell. */
function refuseClosedKinds(value, base, { known, functions }) {
  for (let prototype = Object.getPrototypeOf(value); prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    if (prototype === base) return
    const path = known.pathOf(prototype)
    const maker = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
    const isOpen = OPEN_KINDS.has(prototype) || (base === Error.prototype && prototype instanceof Error)
    if (path && path[0] !== 'load' && !isOpen) {
      throw new Unkept(`it is or holds a built-in object: ${maker?.name ?? path.slice(1).join('.')}`)
    }
    if (typeof maker === 'function' && ownPrototype(maker) === prototype && functions.hasPrivateParts(maker)) {
      throw new Unkept(`it is or holds a ${maker.name}, which has private fields`)
    }
  }
}

/** Keys and values in turn; an unusual property has its descriptor for a value. */
function propertiesOf(value, { refer, skip }) {
  const fields = []
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Object.getOwnPropertyDescriptor(value, key)
    if (skip?.(key, descriptor)) continue
    const isOrdinary = descriptor.writable && descriptor.enumerable && descriptor.configurable
    fields.push(refer(key), isOrdinary ? refer(descriptor.value) : encodeDescriptor(descriptor, refer))
  }
  return {
    ...(fields.length > 0 && { fields }),
    ...(!Object.isExtensible(value) && { closing: Object.isFrozen(value) ? 'freeze' : 'preventExtensions' }),
  }
}

function encodeDescriptor(descriptor, refer) {
  const encoded = { ...descriptor }
  for (const part of ['value', 'get', 'set']) if (part in encoded) encoded[part] = refer(encoded[part])
  return encoded
}

module.exports = { createEncoder, encodeDescriptor, propertiesOf, Unkept }

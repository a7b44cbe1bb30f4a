const vm = require('node:vm')
const { valueAtPath } = require('./known-values.cjs')

/** Makes values again from their records. `load` gives modules; a thrown error is the reason why a value is lost. */
function createDecoder(records, load) {
  const made = new Map()
  const begun = new Set()
  let waiting = []
  const tools = {
    load,
    /** Gives an object while it is still empty; it is filled before any code sees it. */
    value: (encoded) => (Array.isArray(encoded) ? shell(encoded[0]) : encoded),
  }
  const shell = (number) => {
    if (!made.has(number)) made.set(number, makeShell(records[number], tools))
    if (!begun.has(number)) waiting.push(number)
    begun.add(number)
    return made.get(number)
  }
  return {
    /** Decodes a value with everything in it. */
    decode(read) {
      waiting = []
      try {
        const decoded = read(tools.value)
        for (const number of waiting) fill(made.get(number), records[number], tools)
        return decoded
      } catch (error) {
        // Half-filled objects: a value that holds one begins anew, and fails for the same reason where it must.
        for (const number of waiting) begun.delete(number)
        throw error
      }
    },
  }
}

const SHELLS = {
  known: ({ path }, { value, load }) =>
    valueAtPath(
      path.map((key) => (Array.isArray(key) ? value(key) : key)),
      load,
    ),
  data: ({ value }) => value,
  symbol: ({ wellKnown, shared, description }) =>
    wellKnown ? Symbol[wellKnown] : shared === undefined ? Symbol(description) : Symbol.for(shared),
  array: ({ length }) => new Array(length),
  date: ({ time }) => new Date(time),
  pattern: ({ source, flags }) => new RegExp(source, flags),
  map: () => new Map(),
  set: () => new Set(),
  error: () => new Error(),
  bytes: ({ bytes }) => new Uint8Array(bytes).buffer,
  boxed: ({ value: held }, { value }) => Object(value(held)),
  url: ({ href }) => new URL(href),
  object: ({ prototype }, { value }) => (prototype === undefined ? {} : Object.create(value(prototype))),
  prototype: ({ of }, { value }) => value(of).prototype,
  view: makeView,
  function: makeFunction,
}
const makeShell = (record, tools) => SHELLS[record.kind](record, tools)

function makeView({ name, buffer, offset, length }, { value }) {
  if (name === 'Buffer') return Buffer.from(value(buffer), offset, length)
  return new globalThis[name](value(buffer), offset, length)
}

/** Evaluates a function where cells are evaluated: it sees the same globals. */
function makeFunction({ text, form, isStrict, isDerived, base, name }, { value }) {
  if (isDerived) globalThis.__anneal.base = value(base)
  const strictly = isStrict ? '"use strict";' : ''
  const options = { filename: 'kept', importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }
  const evaluated = vm.runInThisContext(`${strictly}${form === 'method' ? `({${text}\n})` : `(${text}\n)`}`, options)
  const made = form === 'method' ? methodIn(evaluated) : evaluated
  if (made.name !== name) Object.defineProperty(made, 'name', { value: name, configurable: true })
  return made
}

function methodIn(object) {
  const [key] = Reflect.ownKeys(object)
  const { value, get, set } = Object.getOwnPropertyDescriptor(object, key)
  return value ?? get ?? set
}

function fill(object, record, { value }) {
  const { kind, items, entries, fields = [], stack, prototype, closing } = record
  if (['known', 'data', 'symbol', 'url'].includes(kind)) return
  if (kind === 'function') fillFunction(object, record, value)
  else if (prototype !== undefined && Object.getPrototypeOf(object) !== value(prototype))
    Object.setPrototypeOf(object, value(prototype))
  items?.forEach((item, index) => {
    object[index] = value(item)
  })
  if (kind === 'set') for (const entry of entries) Set.prototype.add.call(object, value(entry))
  if (kind === 'map') {
    for (let at = 0; at < entries.length; at += 2)
      Map.prototype.set.call(object, value(entries[at]), value(entries[at + 1]))
  }
  if (kind === 'error') Object.defineProperty(object, 'stack', { value: stack, writable: true, configurable: true })
  for (let at = 0; at < fields.length; at += 2) {
    Object.defineProperty(object, value(fields[at]), descriptorOf(fields[at + 1], value))
  }
  if (closing) Object[closing](object)
}

function fillFunction(made, { prototype }, value) {
  const wanted = value(prototype)
  if (wanted !== undefined && made.prototype !== wanted) made.prototype = wanted
}

function descriptorOf(encoded, value) {
  const isOrdinary = encoded === null || typeof encoded !== 'object' || Array.isArray(encoded)
  if (!isOrdinary) return decodeDescriptor(encoded, value)
  return { value: value(encoded), writable: true, enumerable: true, configurable: true }
}

function decodeDescriptor(encoded, value) {
  const descriptor = { ...encoded }
  for (const part of ['value', 'get', 'set']) if (part in descriptor) descriptor[part] = value(descriptor[part])
  return descriptor
}

module.exports = { createDecoder, decodeDescriptor }

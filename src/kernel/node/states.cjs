const { createHash } = require('node:crypto')
const v8 = require('node:v8')
const vm = require('node:vm')
const { createDecoder, decodeDescriptor } = require('./decode-values.cjs')
const { createFunctionReader } = require('./encode-function.cjs')
const { createEncoder, encodeDescriptor } = require('./encode-values.cjs')
const { createKnownValues, valueAtPath } = require('./known-values.cjs')
const { createSurroundings, restoreSurroundings } = require('./surroundings.cjs')

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u

/** Turns all values that cells made into bytes and back. */
function createStates({ session, world }) {
  const known = createKnownValues(world.loads)
  const functions = createFunctionReader(session.innerNames)
  const surroundings = createSurroundings(world.loads)

  /** Variables, and changes of the language itself, as named things. */
  const things = () => [
    ...world.ownNames().map((name) => ({ name, path: [], object: globalThis, key: name })),
    ...known.changes().map(([path, object, key]) => ({ name: [...path, String(key)].join('.'), path, object, key })),
  ]
  const newEncoder = () => createEncoder({ known, functions })
  const encodeThing = (encoder, { name, path, object, key }, leavesToV8 = true) => {
    const found = Object.getOwnPropertyDescriptor(object, key)
    const encode = (refer) => ({ name, path, key: refer(key), descriptor: encodeDescriptor(found, refer) })
    return encoder.whole(encode, leavesToV8 && found.value)
  }

  function save(without = new Set()) {
    const encoder = newEncoder()
    const lost = surroundings.lost()
    const kept = []
    for (const thing of things()) {
      if (without.has(thing.name)) continue
      try {
        kept.push(encodeThing(encoder, thing))
      } catch (error) {
        lost.push({ name: thing.name, why: error.message })
      }
    }
    const { records } = encoder
    return { bytes: v8.serialize({ records, kept, surroundings: surroundings.state() }), lost }
  }

  /** Size of each value alone; one that cannot be saved has none. */
  function sizes() {
    return things().flatMap((thing) => {
      const encoder = newEncoder()
      try {
        const kept = encodeThing(encoder, thing)
        return [[thing.name, v8.serialize({ kept, records: encoder.records }).length]]
      } catch {
        return []
      }
    })
  }

  return {
    begin: surroundings.begin,

    save(mostBytes = Number.POSITIVE_INFINITY) {
      const whole = save()
      if (whole.bytes.length <= mostBytes) return whole
      const largest = sizes().sort(([, left], [, right]) => right - left)
      const without = new Set()
      const tooLarge = []
      for (const [name, size] of largest) {
        without.add(name)
        tooLarge.push({ name, why: `too large to be kept: ${size} bytes` })
        const rest = save(without)
        if (rest.bytes.length <= mostBytes) return { ...rest, lost: [...rest.lost, ...tooLarge] }
      }
      const rest = save(without)
      return { ...rest, lost: [...rest.lost, ...tooLarge] }
    },

    /** Loads a state; gives the values that could not be restored. */
    async load(bytes) {
      const { records, kept, surroundings: around } = v8.deserialize(bytes)
      const lost = []
      const modules = await loadAgain(records, world)
      lost.push(...restoreSurroundings(around))
      const decoder = createDecoder(records, moduleFrom(modules))
      const decoded = kept.flatMap(({ name, path, key, descriptor }) => {
        try {
          return [
            decoder.decode((value) => ({
              name,
              path,
              key: value(key),
              descriptor: decodeDescriptor(descriptor, value),
            })),
          ]
        } catch (error) {
          lost.push({ name, why: error.message })
          return []
        }
      })
      for (const thing of decoded) putBack(thing)
      return lost
    },

    /** The name and the digest of the whole value; for a value that cannot be saved, the digest of its look. */
    digests: (describe) =>
      things().map((thing) => {
        const { object, key, name } = thing
        const { value } = Object.getOwnPropertyDescriptor(object, key)
        const described = describe(name, value)
        return { ...described, digest: digestOf(textOf(thing, described.summary)) }
      }),
  }

  function textOf(thing, summary) {
    const encoder = newEncoder()
    try {
      const kept = encodeThing(encoder, thing, false)
      return JSON.stringify([kept.descriptor, encoder.records], exactly)
    } catch {
      return summary
    }
  }
}

const digestOf = (text) => createHash('sha256').update(text).digest('hex')

/** Writes values apart that are the same in JSON. */
function exactly(_key, value) {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return `number ${Object.is(value, -0) ? '-0' : value}`
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return value === undefined ? 'undefined' : value
}

const identify = (load) => JSON.stringify([load.way, load.from, load.directory])

/** Loads every module that a record needs, from its original directory. */
async function loadAgain(records, { loadFrom }) {
  const modules = new Map()
  for (const { kind, path } of records) {
    if (kind !== 'known' || path[0] !== 'load' || modules.has(identify(path[1]))) continue
    modules.set(
      identify(path[1]),
      await loadFrom(path[1]).then(
        (value) => ({ value }),
        (problem) => ({ problem }),
      ),
    )
  }
  return modules
}

const moduleFrom = (modules) => (load) => {
  const { value, problem } = modules.get(identify(load))
  if (problem) throw problem
  return value
}

function putBack({ path, key, descriptor }) {
  const object = path.length === 0 ? globalThis : valueAtPath(['global', ...path])
  const isVariable = object === globalThis && !descriptor.configurable && 'value' in descriptor && IDENTIFIER.test(key)
  if (!isVariable) return Object.defineProperty(object, key, descriptor)
  vm.runInThisContext(`var ${key}`)
  globalThis[key] = descriptor.value
}

module.exports = { createStates }

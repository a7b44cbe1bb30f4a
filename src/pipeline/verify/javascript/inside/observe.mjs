import { takeLines } from './quiet.mjs'
import { show } from './show.mjs'

const LONGEST_WAIT_MS = 250
/** The most items that are read from an endless iterator. */
const MOST_ITEMS = 20
/** V8's own messages; such messages change with its versions. */
const NATIVE =
  /is not (?:a function|iterable|defined|a constructor|an object|a symbol|extensible)|^Cannot (?:read|set|convert|destructure|mix|assign|create|access|define|delete|add)|^Invalid (?:array|string|count|time|date|regular)|^Unexpected |undefined or null|must be between|called on |^Reduce of empty|BigInt|circular structure|no (?:indices|setter)|iterator|not valid JSON|in JSON at|^Division by zero|^The "|^Expected |^Bad |^Maximum|^URI malformed|^Incorrect locale|^Invalid /

/** Calls something and reports the outcome: `act` gives the value, or throws. */
export async function observe(act, { counters, nameOf }) {
  takeLines()
  const outcome = await outcomeOf(act, nameOf)
  const printed = takeLines()
  if (counters.isSpent()) return { kind: 'slow' }
  return { ...outcome, ...(printed.length && { printed }) }
}

async function outcomeOf(act, nameOf) {
  let how = 'plain'
  try {
    let value = act()
    how = howOf(value)
    if (how === 'iterator') return items(take(value), how, nameOf)
    if (how !== 'plain') value = await inTime(how === 'promise' ? value : takeLate(value))
    if (value === LATE) return { kind: 'slow' }
    return how === 'asyncIterator' ? items(value, how, nameOf) : returned(value, how, nameOf)
  } catch (error) {
    return thrown(error, how, nameOf)
  }
}

function howOf(value) {
  if (typeof value?.then === 'function') return 'promise'
  if (isGenerator(value, Symbol.iterator)) return 'iterator'
  return isGenerator(value, Symbol.asyncIterator) ? 'asyncIterator' : 'plain'
}

function returned(value, how, nameOf) {
  const text = show(value, nameOf)
  const isDeep = value !== null && typeof value === 'object'
  return { kind: 'returned', how, isDeep, ...(text === undefined ? { opaque: kindOf(value) } : { text }) }
}

function items({ list, isWhole }, how, nameOf) {
  const text = show(list, nameOf)
  const about = { kind: 'returned', how, isDeep: true, ...(!isWhole && { taken: MOST_ITEMS }) }
  return text === undefined ? { ...about, opaque: how } : { ...about, text }
}

const isGenerator = (value, symbol) =>
  typeof value === 'object' && typeof value?.next === 'function' && typeof value[symbol] === 'function'

function take(iterator) {
  const list = []
  for (const item of iterator) {
    if (list.length === MOST_ITEMS) return { list, isWhole: false }
    list.push(item)
  }
  return { list, isWhole: true }
}

async function takeLate(iterator) {
  const list = []
  for await (const item of iterator) {
    if (list.length === MOST_ITEMS) return { list, isWhole: false }
    list.push(item)
  }
  return { list, isWhole: true }
}

function thrown(error, how, nameOf) {
  if (!(error instanceof Error)) {
    const text = show(error, nameOf)
    return { kind: 'threw', how, name: typeof error, isError: false, ...(text !== undefined && { text }) }
  }
  const message = String(error.message).slice(0, 300)
  const isStack = error instanceof RangeError && message.startsWith('Maximum call stack')
  if (isStack) return { kind: 'slow' }
  const isBuiltIn = globalThis[error.constructor?.name] === error.constructor
  return {
    kind: 'threw',
    how,
    isError: true,
    name: String(error.name),
    message,
    isNative: isBuiltIn && NATIVE.test(message),
  }
}

const kindOf = (value) => (typeof value === 'object' ? 'object' : typeof value)
const LATE = Symbol('late')

async function inTime(promise) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS, LATE)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

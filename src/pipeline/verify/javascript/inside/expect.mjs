import { AssertionError } from 'node:assert'
import { inspect, isDeepStrictEqual } from 'node:util'

/** Matchers as vitest and Jest name them, for test files whose library is not there. */
export function expect(value) {
  return chain(value, false)
}

function chain(value, isNot) {
  const plain = Object.fromEntries(
    Object.entries(MATCHERS).map(([name, matches]) => [
      name,
      (...given) => judge({ name, value, given, isNot }, matches(value, ...given)),
    ]),
  )
  return {
    ...plain,
    get not() {
      return chain(value, !isNot)
    },
    get resolves() {
      return late(async () => chain(await value, isNot))
    },
    get rejects() {
      return late(async () => {
        const error = await Promise.resolve(typeof value === 'function' ? value() : value).then(
          (result) => fail(`expected a rejection, but it resolved to ${inspect(result)}`),
          (reason) => reason,
        )
        return chain(
          Object.assign(
            () => {
              throw error
            },
            { [REASON]: { error } },
          ),
          isNot,
        )
      })
    },
  }
}

const REASON = Symbol('what was thrown')

/** Matchers that wait for a value; a reason of a rejection is a value for all but `toThrow`. */
function late(getChain) {
  return new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'not'
          ? late(async () => (await getChain()).not)
          : async (...given) => (await getChain())[name](...given),
    },
  )
}

const unwrap = (value) => (typeof value === 'function' && value[REASON] ? value[REASON].error : value)

function judge({ name, value, given, isNot }, isMatch) {
  if (Boolean(isMatch) !== isNot) return
  const told = given.map((each) => inspect(each)).join(', ')
  fail(`expected ${inspect(unwrap(value))} ${isNot ? 'not ' : ''}${name} ${told}`)
}

function fail(message) {
  throw new AssertionError({ message })
}

/** `toEqual` does not look at classes and at fields that are undefined. */
function isLike(one, other) {
  if (other?.asymmetricMatch) return other.asymmetricMatch(one)
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (one instanceof Date || one instanceof Map || one instanceof Set || one instanceof RegExp || one instanceof Error)
    return isDeepStrictEqual(one, other)
  const keys = (object) => Object.keys(object).filter((key) => object[key] !== undefined)
  const [left, right] = [keys(one), keys(other)]
  return left.length === right.length && left.every((key) => isLike(one[key], other[key]))
}

function throws(act, expected) {
  try {
    act()
    return false
  } catch (error) {
    if (expected === undefined) return true
    if (typeof expected === 'string') return String(error?.message ?? error).includes(expected)
    if (expected instanceof RegExp) return expected.test(error?.message ?? error)
    return typeof expected === 'function' ? error instanceof expected : error?.message === expected.message
  }
}

const getPath = (value, path) =>
  (Array.isArray(path) ? path : String(path).split('.')).reduce((each, key) => each?.[key], value)
const hasPart = (value, part) =>
  Object.keys(part).every((key) =>
    part[key] !== null && typeof part[key] === 'object' && !part[key].asymmetricMatch
      ? value?.[key] !== undefined && hasPart(value[key], part[key])
      : isLike(value?.[key], part[key]),
  )
const like = (asymmetricMatch) => ({ asymmetricMatch })

const MATCHERS = {
  toBe: (value, other) => Object.is(unwrap(value), other),
  toEqual: (value, other) => isLike(unwrap(value), other),
  toStrictEqual: (value, other) => isDeepStrictEqual(unwrap(value), other),
  toThrow: throws,
  toThrowError: throws,
  toBeCloseTo: (value, other, digits = 2) => Math.abs(value - other) < 10 ** -digits / 2,
  toContain: (value, item) => (typeof value === 'string' ? value.includes(item) : [...value].includes(item)),
  toContainEqual: (value, item) => [...value].some((each) => isLike(each, item)),
  toHaveLength: (value, length) => value.length === length,
  toMatch: (value, pattern) => (typeof pattern === 'string' ? value.includes(pattern) : pattern.test(value)),
  toMatchObject: (value, part) => hasPart(unwrap(value), part),
  toBeNull: (value) => value === null,
  toBeUndefined: (value) => value === undefined,
  toBeDefined: (value) => value !== undefined,
  toBeTruthy: (value) => Boolean(value),
  toBeFalsy: (value) => !value,
  toBeNaN: (value) => Number.isNaN(value),
  toBeInstanceOf: (value, type) => unwrap(value) instanceof type,
  toBeTypeOf: (value, type) => typeof value === type,
  toBeGreaterThan: (value, other) => value > other,
  toBeGreaterThanOrEqual: (value, other) => value >= other,
  toBeLessThan: (value, other) => value < other,
  toBeLessThanOrEqual: (value, other) => value <= other,
  toHaveProperty: (value, path, ...other) =>
    getPath(value, path) !== undefined && (other.length === 0 || isLike(getPath(value, path), other[0])),
  toHaveBeenCalled: ({ mock }) => mock.calls.length > 0,
  toHaveBeenCalledTimes: ({ mock }, count) => mock.calls.length === count,
  toHaveBeenCalledWith: ({ mock }, ...given) => mock.calls.some((call) => isLike(call, given)),
}

expect.any = (type) =>
  like((value) => value instanceof type || (typeof value)[0].toUpperCase() + (typeof value).slice(1) === type.name)
expect.anything = () => like((value) => value !== null && value !== undefined)
expect.stringContaining = (text) => like((value) => String(value).includes(text))
expect.stringMatching = (pattern) => like((value) => new RegExp(pattern).test(value))
expect.arrayContaining = (items) => like((value) => items.every((item) => value.some((each) => isLike(each, item))))
expect.objectContaining = (part) => like((value) => hasPart(value, part))
expect.closeTo = (number, digits = 2) => like((value) => Math.abs(value - number) < 10 ** -digits / 2)

import { argumentsOf, calleeOf, isFunction, membersOf } from '../../../../language/javascript/nodes.ts'
import { type Node, textOf } from '../../../../language/tree/tree.ts'
import { returnsOf } from './follow.ts'
import { HOLE, type Reading, type Value } from './reading.ts'

/** Results of the pure functions with which texts are composed and hidden. */
export function evaluateCall(reading: Reading, call: Node): Value | undefined {
  const callee = calleeOf(call)
  if (!callee) return undefined
  const name = reading.nameOf(callee)
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (known) return known(argumentsOf(call).map((argument) => reading.evaluate(argument)))
  const members = membersOf(callee)
  const own = callee.type === 'VariableName' ? reading.follow(callee) : undefined
  if (own && isFunction(own)) return returned(reading, own)
  if (callee.type !== 'MemberExpression' || !members) return undefined
  return method(reading, call, members.object)
}

type Pure = (given: (Value | undefined)[]) => Value | undefined

const isWhole = (value: unknown): value is string => typeof value === 'string' && !value.includes(HOLE)
const isNumbers = (values: unknown[]): values is number[] => values.every((value) => typeof value === 'number')

const fromCodes: Pure = (given) => {
  const codes = given.flat()
  return isNumbers(codes) && codes.every((code) => code >= 0 && code <= 0x10ffff)
    ? String.fromCodePoint(...codes.slice(0, 10_000))
    : undefined
}

const decoded =
  (encoding: BufferEncoding): Pure =>
  ([text]) =>
    isWhole(text) ? Buffer.from(text, encoding).toString() : undefined

const unquoted: Pure = ([text]) => {
  if (!isWhole(text)) return undefined
  return text.replace(/%([\da-f]{2})/gi, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16)))
}

const joined: Pure = (given) => {
  const parts = given.map((part) => (typeof part === 'string' ? part : HOLE))
  return parts
    .join('/')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll('/./', '/')
}

const FUNCTIONS: Record<string, Pure> = {
  'String.fromCharCode': fromCodes,
  'String.fromCodePoint': fromCodes,
  atob: decoded('base64'),
  'Buffer.from': ([text, encoding]) => {
    if (Array.isArray(text)) return fromCodes([text])
    if (!isWhole(text)) return undefined
    return encoding === 'base64' || encoding === 'hex' ? decoded(encoding)([text]) : text
  },
  unescape: unquoted,
  decodeURIComponent: unquoted,
  decodeURI: unquoted,
  'path.join': joined,
  'path.posix.join': joined,
  'path.resolve': (given) => joined(given.slice(given.findLastIndex((part) => isWhole(part) && /^[/~]/.test(part)))),
  'path.normalize': ([text]) => text,
  'os.homedir': () => '~',
  'os.tmpdir': () => '/tmp',
  'process.cwd': () => '.',
  'url.fileURLToPath': () => './program.js',
  'path.dirname': ([text]) => (isWhole(text) ? text.slice(0, Math.max(1, text.lastIndexOf('/'))) : undefined),
  String: ([value]) => (value === undefined ? undefined : String(value)),
  Number: ([value]) => (typeof value === 'number' ? value : undefined),
  parseInt: ([text, radix]) => {
    const number = Number.parseInt(String(text), typeof radix === 'number' ? radix : 10)
    return Number.isNaN(number) ? undefined : number
  },
  'util.format': ([text]) => (typeof text === 'string' ? text.replaceAll(/%[sdifjoO]/g, HOLE) : undefined),
}

/** The result of a function of the program that only returns a text. */
function returned(reading: Reading, own: Node): Value | undefined {
  const returns = returnsOf(own)
  const value = returns.length === 1 && returns[0] ? reading.evaluate(returns[0]) : undefined
  return typeof value === 'string' ? value : undefined
}

type Method = (self: string, given: (Value | undefined)[]) => Value | undefined

/** Only for whole texts, except for methods that keep holes in place. */
function method(reading: Reading, call: Node, object: Node): Value | undefined {
  const name =
    reading
      .nameOf(calleeOf(call) as Node)
      .split('.')
      .at(-1) ?? ''
  const self = reading.evaluate(object)
  if (self === undefined) return undefined
  const [first] = argumentsOf(call)
  const given = argumentsOf(call).map((argument) => reading.evaluate(argument))
  if (Array.isArray(self)) {
    if (name === 'join') return self.map(String).join(typeof given[0] === 'string' ? given[0] : ',')
    if (name === 'reverse') return self.toReversed()
    if (name === 'concat') return [...self, ...given.flat().map((value) => value ?? HOLE)]
    const isDecoding =
      name === 'map' && first !== undefined && /fromCharCode|fromCodePoint/.test(textOf(reading.tree, first))
    return isDecoding && isNumbers(self) ? self.map((code) => String(fromCodes([code]) ?? HOLE)) : undefined
  }
  if (name === 'toString' && typeof self !== 'string') return String(self)
  if (typeof self !== 'string') return undefined
  if (Object.hasOwn(KEEPING, name)) return KEEPING[name]?.(self, given)
  return isWhole(self) && Object.hasOwn(WHOLE, name) ? WHOLE[name]?.(self, given) : undefined
}

const KEEPING: Record<string, Method> = {
  toString: (self: string) => self,
  trim: (self) => self.trim(),
  valueOf: (self: string) => self,
  normalize: (self) => self,
  concat: (self, given) => self + given.map((part) => (part === undefined ? HOLE : String(part))).join(''),
  replace: (self, [from, to]) => replaced(self, from, to),
  replaceAll: (self, [from, to]) => replaced(self, from, to),
  toLowerCase: (self) => self.toLowerCase(),
  toUpperCase: (self) => self.toUpperCase(),
}

const replaced = (self: string, from: Value | undefined, to: Value | undefined): string | undefined =>
  typeof from === 'string' && from !== '' ? self.split(from).join(typeof to === 'string' ? to : HOLE) : undefined

const numberAt = (given: (Value | undefined)[], index: number): number | undefined => {
  const value = given[index]
  return typeof value === 'number' ? value : undefined
}

const WHOLE: Record<string, Method> = {
  split: (self, [by]) => (typeof by === 'string' ? self.split(by).slice(0, 5000) : undefined),
  slice: (self, given) => self.slice(numberAt(given, 0), numberAt(given, 1)),
  substring: (self, given) => self.substring(numberAt(given, 0) ?? 0, numberAt(given, 1)),
  substr: (self, given) => self.slice(numberAt(given, 0) ?? 0).slice(0, numberAt(given, 1)),
  charAt: (self, given) => self.charAt(numberAt(given, 0) ?? 0),
  charCodeAt: (self, given) => self.charCodeAt(numberAt(given, 0) ?? 0) || undefined,
  at: (self, given) => self.at(numberAt(given, 0) ?? 0),
  repeat: (self, given) => {
    const count = numberAt(given, 0) ?? 0
    return count >= 0 && self.length * count <= 20_000 ? self.repeat(count) : undefined
  },
}

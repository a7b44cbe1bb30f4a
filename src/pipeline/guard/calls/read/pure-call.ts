import type { PureKind } from '../../../../language/calls/call-facts.ts'
import { HOLE } from '../../../../language/calls/tokens.ts'
import {
  constantOf,
  FROM,
  flattened,
  fromAll,
  joined,
  listValue,
  textValue,
  unknownValue,
  type Value,
} from './value.ts'

/** Longer texts are not decoded. */
const LONGEST = 20_000

/** The result of a function that only works on its arguments; a method has its object before them. */
export function pureResult(kind: PureKind, args: readonly Value[], receiver: Value | undefined): Value {
  const given = receiver && (receiver.text !== undefined || receiver.items) ? [receiver, ...args] : [...args]
  const [first] = given
  const from = fromAll(given)
  switch (kind) {
    case 'same':
      return first ?? receiver ?? textValue('', from)
    case 'list':
      return listValue(flattened(given), from)
    case 'concatArguments':
      return joined(given)
    case 'joinPath':
      return joined(flattened(given), '/')
    case 'joinBlank':
      return joinedBlank(given)
    case 'format':
      return formatted(given)
    case 'reverse':
      return mapped(first, (text) => [...text].reverse().join(''), from)
    case 'base64':
      return mapped(first, (text) => Buffer.from(text, 'base64').toString('utf8'), from | FROM.decoded)
    case 'hex':
      return mapped(first, (text) => Buffer.from(text, 'hex').toString('utf8'), from | FROM.decoded)
    case 'codes':
      return coded(flattened(given), from)
    default:
      return { ...unknownValue(from | FROM.decoded), text: HOLE }
  }
}

function mapped(value: Value | undefined, change: (text: string) => string, from: number): Value {
  const text = constantOf(value)
  return text === undefined || text.length > LONGEST ? textValue(HOLE, from) : textValue(change(text), from)
}

function coded(values: readonly Value[], from: number): Value {
  const codes = values.map(({ number }) => number)
  const isKnown = codes.length > 0 && codes.every((code) => code !== undefined && code >= 0 && code <= 0x10ffff)
  return textValue(isKnown ? String.fromCodePoint(...(codes as number[])) : HOLE, from | FROM.decoded)
}

/** The separator stands before the list, behind it, or is missing. */
function joinedBlank(given: readonly Value[]): Value {
  const list = given.find(({ items }) => items)
  const separator = given.find((value) => value !== list && constantOf(value) !== undefined)
  if (list) return joined(list.items ?? [], constantOf(separator) ?? '')
  return given.length > 1 ? joined(given, ' ') : joined(given)
}

/** `%s`, `{}` and their kin take the arguments one after the other. */
function formatted([pattern, ...rest]: readonly Value[]): Value {
  const text = pattern?.text
  if (text === undefined) return unknownValue(fromAll(rest))
  const values = flattened(rest)
  let next = 0
  const filled = text
    .slice(0, LONGEST)
    .replace(/%[-+ 0#]{0,3}\d{0,4}(?:\.\d{1,4})?[a-zA-Z]|%\{\w{1,40}\}|\{[\w:?]{0,40}\}|%%/g, (mark) => {
      if (mark === '%%') return '%'
      return values[next++]?.text ?? HOLE
    })
  return textValue(filled, fromAll(rest) | (pattern?.from ?? 0))
}

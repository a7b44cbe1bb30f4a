import {
  cleanFor,
  concatenated,
  constantOf,
  FOREIGN,
  HOLE,
  hasOrigin,
  mixed,
  origin,
  pieceOf,
  textValue,
  UNKNOWN,
} from './make-value.ts'
import type { Value } from './value.ts'

export interface TextCall {
  receiver: Value
  positional: readonly Value[]
  keywords: ReadonlyMap<string, Value>
}

/** The result of a text method; `undefined` for any other method. */
export function textMethod(method: string, call: TextCall): Value | undefined {
  return Object.hasOwn(METHODS, method) ? METHODS[method]?.(call) : undefined
}

/** `'%s' % value`, with a tuple, a dictionary or one value behind it. */
export function percentFormat(pattern: Value, value: Value): Value {
  const text = pattern.text ?? HOLE
  const values = value.items ?? [value]
  let next = 0
  const filled = text.replace(/%(?:\((\w{0,80})\))?[-+ #0-9.*]{0,12}([a-zA-Z%])/g, (match, key, kind) => {
    if (kind === '%') return '%'
    if (key !== undefined) return pieceOf(value.entries?.get(key) ?? UNKNOWN)
    const piece = values[next++]
    if (!piece) return match
    const isNumber = 'dixXofFeEgG'.includes(kind)
    return isNumber && piece.text === undefined && piece.number === undefined ? '0' : pieceOf(piece)
  })
  const isNumeric = !/%(?!\(?\w{0,80}\)?[-+ #0-9.*]{0,12}[dixXofFeEgG%])/.test(text)
  const all = mixed([pattern, ...values, ...(value.entries?.values() ?? [])])
  const own = mixed([pattern])
  // A number carries no foreign text, but a predictable one stays predictable.
  return textValue(filled, isNumeric ? { ...own, origins: own.origins | (all.origins & ~FOREIGN) } : all)
}

function format({ receiver, positional, keywords }: TextCall): Value {
  let next = 0
  const used: Value[] = [receiver]
  const filled = (receiver.text ?? HOLE).replace(
    /\{\{|\}\}|\{([^{}]{0,100})\}/g,
    (match, field: string | undefined) => {
      if (field === undefined) return match[0] as string
      const key = /^\w*/.exec(field)?.[0] ?? ''
      const isIndex = key === '' || /^\d+$/.test(key)
      const value = (isIndex ? positional[key === '' ? next++ : Number(key)] : keywords.get(key)) ?? UNKNOWN
      used.push(value)
      return pieceOf(value)
    },
  )
  return textValue(filled, mixed(receiver.text === undefined ? [receiver, ...positional, ...keywords.values()] : used))
}

const FEW_LETTERS = 4

/** A text composed of letters by their character codes is a hidden one. */
const hiding = (items: readonly Value[], text: Value): Value =>
  items.length >= FEW_LETTERS && items.every((item) => hasOrigin(item, origin.letter))
    ? { ...text, origins: text.origins | origin.decoded }
    : text

function join({ receiver, positional: [parts] }: TextCall): Value {
  const separator = receiver.text ?? HOLE
  const letters = constantOf(parts)
  if (parts?.items) return hiding(parts.items, concatenated(parts.items, separator))
  if (letters !== undefined) return textValue([...letters].join(separator), mixed([parts as Value]))
  return textValue(HOLE, mixed(parts ? [receiver, parts] : [receiver]))
}

function replace({ receiver, positional: [before, after] }: TextCall): Value {
  const [text, search, put] = [constantOf(receiver), constantOf(before), constantOf(after)]
  if (text === undefined || !search || put === undefined) return { ...UNKNOWN, ...mixed([receiver, after ?? UNKNOWN]) }
  return textValue(text.length * put.length > 1e6 ? text : text.replaceAll(search, put), mixed([receiver]))
}

function split({ receiver, positional: [separator] }: TextCall): Value {
  const text = constantOf(receiver)
  const mark = constantOf(separator)
  if (text === undefined || mark === '') return { ...UNKNOWN, ...mixed([receiver]) }
  const parts = mark === undefined ? text.trim().split(/\s+/) : text.split(mark)
  return { ...UNKNOWN, items: parts.slice(0, 500).map((part) => textValue(part, mixed([receiver]))) }
}

const changed =
  (change: (text: string) => string) =>
  ({ receiver }: TextCall): Value =>
    receiver.text === undefined
      ? { ...UNKNOWN, ...mixed([receiver]) }
      : textValue(change(receiver.text), mixed([receiver]))

const kept = changed((text) => text)

const METHODS: Record<string, (call: TextCall) => Value> = {
  format,
  format_map: ({ receiver, positional: [values] }) =>
    format({ receiver, positional: [], keywords: values?.entries ?? new Map() }),
  join,
  replace,
  split,
  encode: kept,
  decode: kept,
  strip: changed((text) => text.trim()),
  lstrip: changed((text) => text.trimStart()),
  rstrip: changed((text) => text.trimEnd()),
  lower: changed((text) => text.toLowerCase()),
  casefold: changed((text) => text.toLowerCase()),
  upper: changed((text) => text.toUpperCase()),
  swapcase: changed((text) =>
    text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())),
  ),
  translate: ({ receiver }) => ({ ...UNKNOWN, ...mixed([receiver]) }),
  hex: ({ receiver }) => ({
    ...UNKNOWN,
    origins: receiver.origins,
    clean: cleanFor.shell | cleanFor.path | cleanFor.sql,
  }),
}

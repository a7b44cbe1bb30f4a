import { HOLE } from '../../../../language/calls/tokens.ts'

/** Where a value came from, as bits. */
export const FROM = { foreign: 1, environment: 2, network: 4, decoded: 8, secret: 16 } as const

/** An expression as far as it is known without running the program. */
export interface Value {
  /** The text, with a hole for each unknown part; undefined when it is no text. */
  text: string | undefined
  items: Value[] | undefined
  /** The full name of a thing outside of the program; empty when it has none. */
  name: string
  from: number
  number?: number | undefined
  /** The command that methods add words to. */
  command?: BuiltCommand | undefined
  /** The thing whose member this is. */
  receiver?: Value | undefined
  /** A table with keys, not a list. */
  isTable?: boolean
}

export interface BuiltCommand {
  words: Value[]
  start: number
  end: number
}

/** Longer texts are not worked out: no danger needs so long a constant. */
const LONGEST_TEXT = 20_000
const LONGEST_NAME = 200
export const MOST_ITEMS = 200

export const textValue = (text: string, from = 0): Value => ({ text, items: undefined, name: '', from })
export const unknownValue = (from = 0): Value => ({ text: undefined, items: undefined, name: '', from })
export const listValue = (items: Value[], from = 0): Value => ({ text: undefined, items, name: '', from })

/** A long chain keeps only its end, so that building names takes no more time than reading them. */
export const namedValue = (name: string, from = 0): Value => ({
  ...{ text: undefined, items: undefined, from },
  name: name.length > LONGEST_NAME ? name.slice(name.lastIndexOf('.', name.length - 2)) : name,
})

/** The callee of a command between backticks. */
export const SHELL_CALL: Value = { text: undefined, items: undefined, name: '`', from: 0 }

/** The text of a value, with a hole for a value without one. */
export const shapeOf = (value: Value | undefined): string => value?.text ?? HOLE

/** The text, if all of it is known. */
export const constantOf = (value: Value | undefined): string | undefined =>
  value?.text === undefined || value.text.includes(HOLE) ? undefined : value.text

export function joined(values: readonly Value[], between = ''): Value {
  let text = ''
  let from = 0
  for (const value of values.slice(0, MOST_ITEMS)) {
    if (text.length <= LONGEST_TEXT) text += (text === '' ? '' : between) + shapeOf(value)
    from |= value.from
  }
  return textValue(text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text, from)
}

/** All words of arguments, with lists taken apart. */
export function flattened(values: readonly Value[]): Value[] {
  const words: Value[] = []
  for (const value of values) {
    if (words.length >= MOST_ITEMS) break
    if (value.isTable) continue
    if (value.items) words.push(...value.items.slice(0, MOST_ITEMS))
    else words.push(value)
  }
  return words
}

export const fromAll = (values: readonly Value[]): number => {
  let from = 0
  for (const value of values) from |= value.from
  return from
}

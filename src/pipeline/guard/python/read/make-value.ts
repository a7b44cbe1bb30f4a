import type { Value } from './value.ts'

/** Stands in a text for a piece that is unknown before the program runs. */
export const HOLE = '\u0000'

/** Origins of a value and the changes on its way, as bit flags. */
export const origin = {
  parameter: 1,
  input: 2,
  argument: 4,
  environment: 8,
  request: 16,
  network: 32,
  file: 64,
  database: 128,
  /** The whole environment, with every secret in it. */
  allEnvironment: 256,
  /** Content of a file that holds credentials or personal data. */
  secret: 512,
  decoded: 1024,
  encrypted: 2048,
  counter: 4096,
  item: 8192,
  system: 16384,
  socket: 32768,
  spied: 65536,
  walked: 131072,
  random: 262144,
  /** A parameter that was kept in an object first. */
  kept: 524288,
  home: 1048576,
  encoded: 2097152,
  /** A letter by its number; many of them hide a text. */
  letter: 4194304,
  /** Content of a file that somebody else chose. */
  chosenFile: 8388608,
} as const

/** Another party decides about these values. */
export const FOREIGN =
  origin.parameter |
  origin.input |
  origin.argument |
  origin.environment |
  origin.request |
  origin.network |
  origin.file |
  origin.database

/** A party outside of the program decides about these values; the caller of a function may be the program itself. */
export const OUTSIDE = origin.input | origin.argument | origin.request | origin.network

/** Uses that a value was made safe for, as bit flags. */
export const cleanFor = { shell: 1, path: 2, sql: 4, html: 8, pattern: 16 } as const
export const CLEAN_FOR_ALL = 31

export const UNKNOWN: Value = { name: '?', origins: 0, clean: CLEAN_FOR_ALL }

const MOST_NAME = 200
const MOST_TEXT = 20_000

export const named = (name: string, rest: Partial<Value> = {}): Value => ({
  ...UNKNOWN,
  ...rest,
  name: name.length > MOST_NAME ? '?' : name,
})

export const textValue = (text: string, rest: Partial<Value> = {}): Value => ({
  ...UNKNOWN,
  ...rest,
  text: text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) : text,
})

export const numberValue = (number: number): Value => ({ ...UNKNOWN, number })

export const from = (origins: number, rest: Partial<Value> = {}): Value => ({
  ...UNKNOWN,
  ...rest,
  origins,
  clean: origins & FOREIGN ? (rest.clean ?? 0) : CLEAN_FOR_ALL,
})

/** The text, if all of it is known. */
export const constantOf = (value: Value | undefined): string | undefined =>
  value?.text !== undefined && !value.text.includes(HOLE) ? value.text : undefined

/** Composed of constant text and an unknown part. */
export const isBuilt = (value: Value): boolean => (value.text?.includes(HOLE) ?? false) && value.text !== HOLE

/** The text as a piece of a longer one. */
export const pieceOf = (value: Value): string => {
  if (value.text !== undefined) return value.text
  return value.number === undefined ? HOLE : String(value.number)
}

/** Origins of all values, and clean only for the uses that all foreign ones are clean for. */
export function mixed(values: readonly Value[]): { origins: number; clean: number } {
  let [origins, clean] = [0, CLEAN_FOR_ALL]
  for (const value of values) {
    origins |= value.origins
    if (value.origins & FOREIGN) clean &= value.clean
  }
  return { origins, clean }
}

/** Longer texts are cut, so that a program that appends to a text on each line is read in linear time. */
const MOST_BUILT = 4000

export const concatenated = (values: readonly Value[], separator = ''): Value =>
  textValue(values.map(pieceOf).join(separator).slice(0, MOST_BUILT), mixed(values))

/** One of two values, and it is unknown which. */
export function either(first: Value | undefined, second: Value): Value {
  if (!first || first === second) return second
  const same = first.name === second.name
  const known = (first.name === '?' ? second : first).name
  return {
    ...mixed([first, second]),
    name: same || first.name === '?' || second.name === '?' ? known : first.name,
    text: textOfEither(first, second),
    choices: choicesOfEither(first, second),
    items: first.items ?? second.items,
    entries: first.entries ?? second.entries,
    number: first.number === second.number ? first.number : undefined,
    literal: first.literal === second.literal ? first.literal : undefined,
    isHidden: first.isHidden || second.isHidden,
    definition: first.definition ?? second.definition,
    opened: first.opened ?? second.opened,
    instanceOf: first.instanceOf ?? second.instanceOf,
  }
}

/** Of two constants one is taken; a text with holes says more about danger than one without. */
function textOfEither(first: Value, second: Value): string | undefined {
  if (first.text === undefined || first.text === '') return second.text ?? first.text
  if (second.text === undefined) return first.text
  return second.text.includes(HOLE) && !first.text.includes(HOLE) ? second.text : first.text
}

const MOST_CHOICES = 20

function choicesOfEither(first: Value, second: Value): string[] | undefined {
  const all = new Set([...constantsOf(first), ...constantsOf(second)])
  return all.size > 1 ? [...all].slice(0, MOST_CHOICES) : undefined
}

/** Every constant text that the value may be, as far as they are known. */
export function constantsOf(value: Value | undefined): readonly string[] {
  if (value?.choices) return value.choices
  const text = constantOf(value)
  return text === undefined ? [] : [text]
}

export const hasOrigin = (value: Value | undefined, bits: number): boolean => !!value && (value.origins & bits) !== 0

/** Whether the value is foreign, and not made safe for this use. */
export const isForeign = (value: Value | undefined, { bits = FOREIGN, use = 0 } = {}): boolean =>
  !!value && (value.origins & bits) !== 0 && (use === 0 || (value.clean & use) === 0)

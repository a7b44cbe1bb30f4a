/** Output of an earlier step: `{"$from": "build", "path": "stdout"}`. */
export interface Reference {
  $from: string
  path?: string
}

/** The values that references of one step stand for. */
export interface Sight {
  /** Undefined where the step gave none. */
  outputOf(stepId: string): unknown
  item?: { value: unknown; index: number } | undefined
}

export const isReference = (value: unknown): value is Reference =>
  isObject(value) && typeof value.$from === 'string' && (value.path === undefined || typeof value.path === 'string')

export interface FoundReference {
  from: string
  path: string
  /** The place of the reference in the value that it stands in. */
  at: string[]
}

/** All references to steps, however deep. */
export function referencesIn(value: unknown, at: string[] = []): FoundReference[] {
  if (isReference(value)) return [{ from: value.$from, path: value.path ?? '', at }]
  if (!isObject(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => referencesIn(inner, [...at, key]))
}

/** The value with every reference replaced; throws an Error that says which cannot be. */
export function resolve(value: unknown, sight: Sight): unknown {
  if (isReference(value)) return read(sight.outputOf(value.$from), value.path ?? '', `step ${value.$from}`)
  if (Array.isArray(value)) return value.map((inner) => resolve(inner, sight))
  if (!isObject(value)) return value
  if (isItem(value)) {
    if (!sight.item) throw new Error('$item stands outside of a fan-out')
    return read(sight.item.value, value.$item, 'the item')
  }
  if (isIndex(value)) return sight.item?.index ?? null
  if (isText(value)) return value.$text.map((part) => textOf(resolve(part, sight))).join('')
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner, sight)]))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const isItem = (value: Record<string, unknown>): value is { $item: string } => typeof value.$item === 'string'
const isIndex = (value: Record<string, unknown>) => value.$index === true
const isText = (value: Record<string, unknown>): value is { $text: unknown[] } => Array.isArray(value.$text)

/** Whether the value is only known while the plan runs. */
export const isOpen = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isOpen)
    : isObject(value) &&
      (isReference(value) || isItem(value) || isIndex(value) || isText(value) || Object.values(value).some(isOpen))

/** A part of a value by its path, `a.b.0`; only own fields count. */
function read(value: unknown, path: string, what: string): unknown {
  if (value === undefined) throw new Error(`${what} gave no output`)
  let found: unknown = value
  for (const name of namesOf(path)) {
    if (!(isObject(found) || Array.isArray(found)) || !Object.hasOwn(found, name)) {
      throw new Error(`the output of ${what} has no "${path}"`)
    }
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

export const namesOf = (path: string): string[] => (path === '' ? [] : path.split('.'))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

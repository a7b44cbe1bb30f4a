/** Made in less than a millisecond. */
const PIECE_CHARACTERS = 65_536

/** The usual length of a value other than text. */
const PLAIN_CHARACTERS = 8

type Fields = Record<string, unknown>

/**
 * The JSON of a value in pieces of about equal length, each made when it is taken: together the same text as
 * JSON.stringify makes in one call. A short value is one piece.
 */
export function* jsonPieces(value: unknown, pieceCharacters = PIECE_CHARACTERS): Generator<string> {
  let gathered = ''
  for (const part of partsOf(value, pieceCharacters)) {
    gathered += part
    if (gathered.length < pieceCharacters) continue
    yield gathered
    gathered = ''
  }
  if (gathered !== '') yield gathered
}

function* partsOf(given: unknown, most: number): Generator<string> {
  const value = hasOwnForm(given) ? given.toJSON() : given
  const isShort = charactersIn(value, most) <= most
  if (typeof value === 'string' && !isShort) yield* partsOfText(value, most)
  else if (Array.isArray(value) && !isShort) yield* partsOfList(value, most)
  else if (typeof value === 'object' && value !== null && !isShort) yield* partsOfObject(value as Fields, most)
  else yield JSON.stringify(value) ?? 'null'
}

function* partsOfText(text: string, most: number): Generator<string> {
  yield '"'
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + most
    // Both halves of a surrogate pair stay together, or each would be escaped alone.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end++
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
  }
  yield '"'
}

function* partsOfList(list: readonly unknown[], most: number): Generator<string> {
  yield '['
  for (const [at, item] of list.entries()) {
    if (at > 0) yield ','
    yield* partsOf(item, most)
  }
  yield ']'
}

function* partsOfObject(fields: Fields, most: number): Generator<string> {
  let before = '{'
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue
    yield `${before}${JSON.stringify(name)}:`
    yield* partsOf(value, most)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Roughly the length of its JSON, counted up to `most`. */
function charactersIn(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return PLAIN_CHARACTERS
  if (Array.isArray(value)) return charactersInList(value, most)
  let characters = PLAIN_CHARACTERS
  for (const name in value) {
    characters += name.length + charactersIn((value as Fields)[name], most - characters)
    if (characters > most) break
  }
  return characters
}

/** Takes items one by one: the names of all of them, which a loop over names would make first, stall a long list. */
function charactersInList(list: readonly unknown[], most: number): number {
  let characters = PLAIN_CHARACTERS
  for (const item of list) {
    characters += 1 + charactersIn(item, most - characters)
    if (characters > most) break
  }
  return characters
}

const hasOwnForm = (value: unknown): value is { toJSON(): unknown } =>
  typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON === 'function'

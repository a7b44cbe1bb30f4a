const SHORTEST = 16
const STEP = 4
/** An item of a list has about this many characters. */
const ITEM = 8

/** A JSON value of at most so many characters: long texts and lists are kept in part, and at worst nothing is. */
export function shorten(value: unknown, most: number): { value: unknown; isCut: boolean } {
  const json = JSON.stringify(value)
  if (json === undefined || json.length <= most) return { value, isCut: false }
  for (let longest = most / 2; longest >= SHORTEST; longest /= STEP) {
    const short = JSON.stringify(value, (_, part) => cut(part, Math.floor(longest)))
    if (short.length <= most) return { value: JSON.parse(short), isCut: true }
  }
  return { value: null, isCut: true }
}

function cut(part: unknown, longest: number): unknown {
  if (typeof part === 'string' && part.length > longest) return `${part.slice(0, longest).toWellFormed()}…`
  if (Array.isArray(part) && part.length > longest / ITEM) return part.slice(0, longest / ITEM)
  return part
}

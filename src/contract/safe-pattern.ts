const LONGEST = 500
/** With more repetitions that may overlap, the time to match grows with a high power of the text. */
const MOST_REPETITIONS = 3
const WIDE = 10

/** The reason why a user's regular expression is refused; undefined when it can be matched quickly. */
export function problemOfPattern(source: string): string | undefined {
  if (source.length > LONGEST) return `must have at most ${LONGEST} characters`
  try {
    new RegExp(source)
  } catch (error) {
    return `must be a regular expression: ${(error as Error).message}`
  }
  if (/\\(?:[1-9]|k<)/.test(source.replaceAll('\\\\', ''))) return 'must not refer back to a group'
  return problemOfRepetitions(source)
}

/** A repeated group takes exponential time when something in it repeats or can be read in two ways. */
function problemOfRepetitions(source: string): string | undefined {
  const groups: { isLoose: boolean }[] = [{ isLoose: false }]
  let repetitions = source.startsWith('^') ? 0 : 1
  let closed: { isLoose: boolean } | undefined
  for (let at = 0; at < source.length; ) {
    const { length, repeats, isWide } = repetitionAt(source, at)
    const current = groups.at(-1) ?? { isLoose: false }
    if (length > 0) {
      if (closed?.isLoose && repeats) return 'must not repeat a group that has repetitions or alternatives in it'
      if (isWide) repetitions++
      current.isLoose = true
      at += length
      continue
    }
    closed = undefined
    const character = source[at]
    if (character === '(') groups.push({ isLoose: false })
    if (character === '|') current.isLoose = true
    if (character === ')' && groups.length > 1) {
      closed = groups.pop()
      const outer = groups.at(-1)
      if (outer && closed?.isLoose) outer.isLoose = true
    }
    at = endOfAtom(source, at)
  }
  return repetitions > MOST_REPETITIONS
    ? `must repeat at most ${MOST_REPETITIONS} times, and begin with ^ for the third`
    : undefined
}

/** `*`, `+`, `?` or `{n,m}` at this place, with the mark that makes it lazy. */
function repetitionAt(source: string, at: number): { length: number; repeats: boolean; isWide: boolean } {
  const [text, low, comma, high] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at, at + 20)) ?? []
  if (text === undefined) return { length: 0, repeats: false, isWide: false }
  if (text.startsWith('?')) return { length: text.length, repeats: false, isWide: false }
  const most = low === undefined || (comma === ',' && high === '') ? Number.POSITIVE_INFINITY : Number(high || low)
  return { length: text.length, repeats: most > 1, isWide: most > WIDE }
}

function endOfAtom(source: string, at: number): number {
  if (source[at] === '\\') return at + 2
  if (source.startsWith('(?', at))
    return at + (/^\(\?(?:<?[=!]|:|<\w+>)/.exec(source.slice(at, at + 200))?.[0].length ?? 2)
  if (source[at] !== '[') return at + 1
  let end = at + 1
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1
  return end + 1
}

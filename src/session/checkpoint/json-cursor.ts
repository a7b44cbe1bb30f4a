/** Longest text that is read in one turn, as in a request. */
const MOST_TEXT_BYTES = 16_777_216
const MOST_OTHER_BYTES = 1_000

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const SPACES: readonly number[] = [0x20, 0x0a, 0x0d, 0x09]
const ENDS: readonly number[] = [...Buffer.from(',]}'), ...SPACES]

export interface JsonCursor {
  /** Steps over this character if it is the next one. */
  skips(character: string): boolean
  expect(character: string): void
  /** A text, a number or a word. */
  scalar(): unknown
  text(): string
  isAtEnd(): boolean
}

/** Steps through JSON; each step is short, whatever the input. Throws for invalid JSON, and for JSON made to take long. */
export function createJsonCursor(json: Buffer): JsonCursor {
  let at = 0

  function next(): number | undefined {
    const most = at + MOST_OTHER_BYTES
    while (SPACES.includes(json[at] ?? -1)) if (++at > most) throw new SyntaxError(`nothing but space at ${at}`)
    return json[at]
  }

  function skips(character: string): boolean {
    const isNext = next() === character.charCodeAt(0)
    if (isNext) at++
    return isNext
  }

  function expect(character: string) {
    if (!skips(character)) throw new SyntaxError(`expected ${character} at ${at}`)
  }

  function take(end: number, mostBytes: number): unknown {
    if (end - at > mostBytes) throw new SyntaxError(`more than ${mostBytes} bytes at ${at}`)
    const value = JSON.parse(json.toString('utf8', at, end)) as unknown
    at = end
    return value
  }

  function text(): string {
    if (next() !== QUOTE) throw new SyntaxError(`expected a text at ${at}`)
    let quote = at
    do {
      quote = json.indexOf(QUOTE, quote + 1)
      if (quote === -1) throw new SyntaxError(`a text without an end at ${at}`)
    } while (isEscaped(json, quote))
    return take(quote + 1, MOST_TEXT_BYTES) as string
  }

  function scalar(): unknown {
    if (next() === QUOTE) return text()
    let end = at
    while (end < json.length && end - at <= MOST_OTHER_BYTES && !ENDS.includes(json[end] ?? -1)) end++
    return take(end, MOST_OTHER_BYTES)
  }
  return { skips, expect, scalar, text, isAtEnd: () => next() === undefined }
}

function isEscaped(json: Buffer, quote: number): boolean {
  let from = quote
  while (json[from - 1] === BACKSLASH) from--
  return (quote - from) % 2 === 1
}

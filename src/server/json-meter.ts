/** Far deeper than anybody nests; what goes through a value has a stack. */
const MOST_DEPTH = 512
/** Parsing makes each name that is new a text of its own, at half a microsecond for each. */
const MOST_NAMES = 32_768
/** Fifty nanoseconds for each. */
const MOST_VALUES = 500_000

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]
const MARKS = 262_144

export interface JsonExcess {
  what: string
  limit: number
}

/**
 * Tells, piece by piece, whether JSON would take longer to parse than others should wait: the time goes by how many values and
 * different names there are, not by its bytes. Names are told apart by a mark each, so a few of very many may be taken for one.
 */
export function createJsonMeter(): (piece: Uint8Array) => JsonExcess | undefined {
  const marks = new Uint8Array(MARKS)
  const count = { depth: 0, names: 0, values: 0 }
  let isText = false
  let isEscaped = false
  let mark = 0

  function within(byte: number) {
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = true
    else if (byte === QUOTE) isText = false
    mark = (Math.imul(mark, 16_777_619) ^ byte) >>> 0
  }

  function between(byte: number) {
    if (byte === QUOTE) {
      isText = true
      mark = 0
    } else if (byte === COMMA) count.values++
    else if (byte === COLON) {
      const at = (mark ^ (mark >>> 15)) % MARKS
      count.names += marks[at] === 0 ? 1 : 0
      marks[at] = 1
    } else if (OPENING.includes(byte)) {
      count.depth++
      count.values++
    } else if (CLOSING.includes(byte)) count.depth--
  }

  return (piece) => {
    for (const byte of piece) {
      if (isText) within(byte)
      else between(byte)
      if (count.depth > MOST_DEPTH) return { what: 'levels', limit: MOST_DEPTH }
      if (count.names > MOST_NAMES) return { what: 'names', limit: MOST_NAMES }
      if (count.values > MOST_VALUES) return { what: 'values', limit: MOST_VALUES }
    }
    return undefined
  }
}

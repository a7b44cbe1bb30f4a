/** Far deeper than anybody nests; what goes through a value has a stack. */
const MOST_DEPTH = 512
/** Parsing makes each name that is new a text of its own, and large objects tables: half a microsecond for each member. */
const MOST_NAMES = 32_768
/** Members that an object has before it becomes a table; rows have no more, and share their names. */
const FEW_MEMBERS = 64
/** Fifty nanoseconds for each. */
const MOST_VALUES = 500_000

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]
const MARKS = 262_144
const MARKED_BYTES = 64

export interface JsonExcess {
  what: string
  limit: number
}

/**
 * Tells, piece by piece, whether JSON would take longer to parse than others should wait: the time goes by how many values and
 * different names there are, not by its bytes. Names are told apart by a mark each, so a few of very many may be taken for one.
 */
export function createJsonMeter(): (piece: Buffer) => JsonExcess | undefined {
  const marks = new Uint8Array(MARKS)
  /** Of each object that is open, by its level. */
  const members = new Uint32Array(MOST_DEPTH + 2)
  const count = { depth: 0, names: 0, values: 0 }
  let mark = 0
  let isText = false
  /** Whether the next byte of a text means itself. */
  let isEscaped = false

  /** Where the text that goes on here has ended. */
  function textEnd(piece: Buffer, start: number): number {
    let from = isEscaped ? start + 1 : start
    isEscaped = false
    for (;;) {
      const quote = piece.indexOf(QUOTE, from)
      const end = quote === -1 ? piece.length : quote
      const isOdd = backslashesBefore(piece, from, end) % 2 === 1
      if (quote === -1) {
        isEscaped = isOdd
        return end
      }
      if (!isOdd) {
        isText = false
        return quote + 1
      }
      from = quote + 1
    }
  }

  function takeName() {
    const inObject = (members[count.depth] ?? 0) + 1
    members[count.depth] = inObject
    if (marks[mark] === 0 || inObject > FEW_MEMBERS) count.names++
    marks[mark] = 1
  }

  function take(byte: number) {
    if (byte === COMMA) count.values++
    else if (byte === COLON) takeName()
    else if (byte === LIST_END || byte === OBJECT_END) count.depth--
    else if (byte === LIST || byte === OBJECT) {
      members[++count.depth] = 0
      count.values++
    }
  }

  return (piece) => {
    for (let at = 0; at < piece.length; ) {
      if (isText) {
        const end = textEnd(piece, at)
        mark = markOf(piece, at, end)
        at = end
        continue
      }
      const byte = piece[at++] ?? 0
      if (byte === QUOTE) isText = true
      else take(byte)
      if (count.depth > MOST_DEPTH) return { what: 'levels', limit: MOST_DEPTH }
      if (count.names > MOST_NAMES) return { what: 'names', limit: MOST_NAMES }
      if (count.values > MOST_VALUES) return { what: 'values', limit: MOST_VALUES }
    }
    return undefined
  }
}

function backslashesBefore(piece: Buffer, from: number, end: number): number {
  let at = end
  while (at > from && piece[at - 1] === BACKSLASH) at--
  return end - at
}

/** Names differ within their first bytes, or in their length. */
function markOf(piece: Buffer, start: number, end: number): number {
  let mark = end - start
  for (let at = start; at < Math.min(end, start + MARKED_BYTES); at++) {
    mark = (Math.imul(mark, 16_777_619) ^ (piece[at] ?? 0)) >>> 0
  }
  return (mark ^ (mark >>> 15)) % MARKS
}

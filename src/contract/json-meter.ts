/** Far deeper than real data; code that walks a value uses a stack. */
const MOST_DEPTH = 512
/** One microsecond each: for a member that begins a new shape of object, or belongs to an object in table form. */
const MOST_NAMES = 16_384
/** An object with more members becomes a table; objects with fewer share their shapes. */
const FEW_MEMBERS = 64
/** V8 forgets shapes beyond this number, and each member then costs as much as a new one. */
const MOST_FORMS = 1_024
/** Bytes of a name that take as long as one more name. */
const NAME_BYTES = 256
/** A third of a microsecond for each short text. */
const MOST_VALUES = 65_536

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]
const MARKS = 262_144
const MARKED_BYTES = 64

export interface JsonExcess {
  what: string
  limit: number
}

/**
 * Measures, piece by piece, whether JSON would take too long to parse: the time depends on the number of values and of
 * names in a new order, not on the bytes. Shapes of objects are compared by a hash each, so a few of very many may be
 * confused.
 */
export function createJsonMeter(mostValues = MOST_VALUES): (piece: Buffer) => JsonExcess | undefined {
  const marks = new Uint8Array(MARKS)
  /** Members of each open object, by its level. */
  const members = new Uint32Array(MOST_DEPTH + 2)
  const forms = new Uint32Array(MOST_DEPTH + 2)
  const count = { depth: 0, names: 0, values: 0 }
  let mark = 0
  let textBytes = 0
  let isText = false
  /** Whether the next byte of a text is escaped. */
  let isEscaped = false

  /** The end of the text that an earlier piece began. */
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
    const form = mixed(forms[count.depth] ?? 0, mark)
    forms[count.depth] = form
    const at = (form ^ (form >>> 15)) % MARKS
    if (marks[at] === 0 || inObject > FEW_MEMBERS || count.names > MOST_FORMS) count.names++
    count.names += Math.floor(textBytes / NAME_BYTES)
    marks[at] = 1
  }

  function take(byte: number) {
    if (byte === COMMA) count.values++
    else if (byte === COLON) takeName()
    else if (byte === LIST_END || byte === OBJECT_END) count.depth--
    else if (byte === LIST || byte === OBJECT) {
      members[++count.depth] = 0
      forms[count.depth] = 0
      count.values++
    }
  }

  return (piece) => {
    for (let at = 0; at < piece.length; ) {
      if (isText) {
        const end = textEnd(piece, at)
        mark = markOf(piece, at, end)
        textBytes += end - at
        at = end
        continue
      }
      const byte = piece[at++] ?? 0
      if (byte === QUOTE) {
        isText = true
        textBytes = 0
      } else take(byte)
      if (count.depth > MOST_DEPTH) return { what: 'levels', limit: MOST_DEPTH }
      if (count.names > MOST_NAMES) return { what: 'names', limit: MOST_NAMES }
      if (count.values > mostValues) return { what: 'values', limit: mostValues }
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
    mark = mixed(mark, piece[at] ?? 0)
  }
  return mark
}

const mixed = (mark: number, more: number): number => (Math.imul(mark, 16_777_619) ^ more) >>> 0

/**
 * Text that keeps the exact bytes it was made of. Bytes that are no character stand in it as lone surrogates, which no UTF-8
 * has: the first of those that are replaced together as U+DC00 plus its value, the others as U+DD00 plus theirs.
 */
const FIRST = 0xdc00
const FURTHER = 0xdd00
const END = 0xde00
const BYTES = /[\udc00-\uddff]/u
const REPLACEMENT = 0xfffd

/** Exact text for display, in which bytes that are no character are replaced as in every decoder; with all its bytes, if some were. */
export function shownText(exact: string): { text: string; bytes?: Buffer } {
  if (!BYTES.test(exact)) return { text: exact }
  const units = new Uint16Array(exact.length)
  // A unit takes three bytes at most: a pair of them takes four.
  const bytes = Buffer.allocUnsafe(exact.length * 3)
  let [shown, length] = [0, 0]
  for (let at = 0; at < exact.length; at++) {
    const unit = exact.charCodeAt(at)
    if (unit >= FIRST && unit < END) {
      if (unit < FURTHER) units[shown++] = REPLACEMENT
      bytes[length++] = unit & 0xff
      continue
    }
    units[shown++] = unit
    if (unit < 0x80) bytes[length++] = unit
    else if (unit >= 0xd800 && unit < FIRST) {
      units[shown++] = exact.charCodeAt(++at)
      length += bytes.write(exact.substring(at - 1, at + 1), length)
    } else {
      if (unit >= 0x800) bytes[length++] = 0xe0 | (unit >> 12)
      bytes[length++] = unit < 0x800 ? 0xc0 | (unit >> 6) : 0x80 | ((unit >> 6) & 0x3f)
      bytes[length++] = 0x80 | (unit & 0x3f)
    }
  }
  return { text: textOf(units, shown), bytes: Buffer.from(bytes.subarray(0, length)) }
}

/** The exact text of bytes. */
export function escapeBytes(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // No character has more units than bytes.
  const units = new Uint16Array(source.length)
  let count = 0
  for (let at = 0; at < source.length; ) {
    const length = lengthAt(source, at)
    const lead = source[at] ?? 0
    if (length === 1) units[count++] = lead
    else if (length === 2) units[count++] = ((lead & 0x1f) << 6) | ((source[at + 1] ?? 0) & 0x3f)
    else if (length > 2) {
      for (const unit of source.toString('utf8', at, at + length).split('')) units[count++] = unit.charCodeAt(0)
    } else {
      for (let byte = 0; byte < -length; byte++)
        units[count++] = (byte === 0 ? FIRST : FURTHER) + (source[at + byte] ?? 0)
    }
    at += Math.abs(length)
  }
  return textOf(units, count)
}

/** Text of these units, lone surrogates as they are. */
const textOf = (units: Uint16Array, count: number): string =>
  Buffer.from(units.buffer, 0, count * 2).toString('utf16le')

/** The number of bytes at the end that may be the beginning of a character. */
export function incompleteEnd(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const at = bytes.length - length
    if (lengthFor(bytes[at] ?? 0) > length && lengthAt(bytes, at) === -length) return length
  }
  return 0
}

/** The length of the character at this place; of bytes that are replaced together, with a minus. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0
  const wanted = lengthFor(lead)
  for (let length = 1; length < wanted; length++) {
    const byte = bytes[at + length]
    if (byte === undefined) return -length
    if (length === 1 ? !isSecond(lead, byte) : (byte & 0xc0) !== 0x80) return -length
  }
  return wanted || -1
}

function lengthFor(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}

/** Excludes overlong forms, surrogates, and values beyond the last character. */
function isSecond(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf
  if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f
  if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf
  if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f
  return (byte & 0xc0) === 0x80
}

/**
 * Text that keeps the exact bytes it was made of. Bytes that are no character stand in it as lone surrogates, which no UTF-8
 * has: the first of those that are replaced together as U+DC00 plus its value, the others as U+DD00 plus theirs.
 */
const FIRST = 0xdc00
const FURTHER = 0xdd00
const FIRST_BYTES = /[\udc00-\udcff]/gu
const FURTHER_BYTES = /[\udd00-\uddff]/gu
const BYTES = /([\udc00-\uddff]+)/u

/** The text for display: bytes that are no character are replaced, as in every decoder. */
export const shownText = (exact: string): string => exact.replace(FIRST_BYTES, '\ufffd').replace(FURTHER_BYTES, '')

/** The bytes that the text was made of; undefined when the displayed text has the same bytes. */
export function oddBytes(exact: string): Buffer | undefined {
  const parts = exact.split(BYTES)
  if (parts.length === 1) return undefined
  // Every second part is a match of the pattern.
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 0 ? 'utf8' : 'latin1')))
}

export function escapeBytes(bytes: Uint8Array): { exact: string; isValid: boolean } {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let exact = ''
  let validFrom = 0
  for (let at = 0; at < source.length; ) {
    const { length, isValid } = characterAt(source, at)
    if (!isValid) {
      exact += source.toString('utf8', validFrom, at) + escaped(source.subarray(at, at + length))
      validFrom = at + length
    }
    at += length
  }
  return { exact: exact + source.toString('utf8', validFrom), isValid: validFrom === 0 }
}

const escaped = (bytes: Uint8Array): string =>
  String.fromCharCode(...Array.from(bytes, (byte, index) => (index === 0 ? FIRST : FURTHER) + byte))

/** The number of bytes at the end that may be the beginning of a character. */
export function incompleteEnd(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    if (characterAt(bytes, bytes.length - length).isCut) return length
  }
  return 0
}

/** One character, or the bytes that are replaced together. */
function characterAt(bytes: Uint8Array, at: number): { length: number; isValid: boolean; isCut: boolean } {
  const lead = bytes[at] ?? 0
  const wanted = lengthFor(lead)
  for (let length = 1; length < wanted; length++) {
    const byte = bytes[at + length]
    if (byte === undefined) return { length, isValid: false, isCut: true }
    const [least, most] = length === 1 ? secondAfter(lead) : [0x80, 0xbf]
    if (byte < least || byte > most) return { length, isValid: false, isCut: false }
  }
  return { length: Math.max(wanted, 1), isValid: wanted > 0, isCut: false }
}

function lengthFor(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}

/** The range of valid second bytes: it excludes overlong forms, surrogates, and values beyond the last character. */
function secondAfter(lead: number): [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf]
  if (lead === 0xed) return [0x80, 0x9f]
  if (lead === 0xf0) return [0x90, 0xbf]
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf]
}

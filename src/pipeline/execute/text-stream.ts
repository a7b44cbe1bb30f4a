import { escapeBytes, incompleteEnd } from './exact-text.ts'

const REPLACEMENT = '\ufffd'

/** Turns the bytes of one stream into exact text as they come: a character that a chunk's end cuts waits for its rest. */
export function createTextStream() {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let cut: Uint8Array = Buffer.alloc(0)
  let hasInvalidBytes = false

  function exactOf(bytes: Uint8Array): string {
    const text = decoder.decode(bytes)
    // A program may also print the replacement character itself.
    if (!text.includes(REPLACEMENT)) return text
    const { exact, isValid } = escapeBytes(bytes)
    hasInvalidBytes ||= !isValid
    return exact
  }
  return {
    write(bytes: Uint8Array): string {
      const joined = cut.length > 0 ? Buffer.concat([cut, bytes]) : bytes
      const end = joined.length - incompleteEnd(joined)
      // A copy, so that the chunk can be released.
      cut = Buffer.from(joined.subarray(end))
      return exactOf(joined.subarray(0, end))
    },
    end(): string {
      const last = exactOf(cut)
      cut = Buffer.alloc(0)
      return last
    },
    get replacedInvalidBytes() {
      return hasInvalidBytes
    },
  }
}

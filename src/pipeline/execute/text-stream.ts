import { isUtf8 } from 'node:buffer'
import { escapeBytes, incompleteEnd } from './exact-text.ts'

/** Turns the bytes of one stream into exact text as they come: a character that a chunk's end cuts waits for its rest. */
export function createTextStream() {
  let cut: Uint8Array = Buffer.alloc(0)
  let hasInvalidBytes = false

  function exactOf(bytes: Uint8Array): string {
    if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
    hasInvalidBytes = true
    return escapeBytes(bytes)
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

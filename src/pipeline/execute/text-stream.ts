const REPLACEMENT = '\ufffd'
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT)

/** Turns the bytes of one stream into text as they come: a character cut by a chunk's end waits for its rest. */
export function createTextStream() {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let replacements = 0
  let genuine = 0
  let tail = Buffer.alloc(0)

  /** A program may print U+FFFD itself; only replacements beyond those mean that its output was no UTF-8. */
  const countGenuine = (bytes: Uint8Array) => {
    const joined = Buffer.concat([tail, bytes])
    genuine += countOf(joined, REPLACEMENT_BYTES)
    tail = joined.subarray(Math.max(0, joined.length - (REPLACEMENT_BYTES.length - 1)))
  }
  return {
    write(bytes: Uint8Array): string {
      const text = decoder.decode(bytes, { stream: true })
      replacements += text.split(REPLACEMENT).length - 1
      countGenuine(bytes)
      return text
    },
    end(): string {
      const text = decoder.decode()
      replacements += text.split(REPLACEMENT).length - 1
      return text
    },
    get replacedInvalidBytes() {
      return replacements > genuine
    },
  }
}

function countOf(bytes: Buffer, wanted: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length)) count++
  return count
}

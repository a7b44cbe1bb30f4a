const NEWLINE = 0x0a

/**
 * Cuts bytes into lines as they come, and passes each on in turn: the next waits until the promise of the last is done. A line
 * longer than `mostBytes` is dropped, so that endless output cannot fill the memory of the server.
 */
export function createLineReader(mostBytes: number, onLine: (line: Buffer) => void | Promise<void>) {
  let held: Buffer[] = []
  let heldBytes = 0
  let isDropping = false
  let busy: Promise<void> | undefined

  const keep = (piece: Buffer) => {
    heldBytes += piece.length
    isDropping ||= heldBytes > mostBytes
    if (isDropping) held = []
    // Copied: the bytes belong to the socket's buffer, which is reused.
    else held.push(Buffer.from(piece))
  }
  const takeLine = (end: Buffer): Buffer | undefined => {
    const whole = held.length > 0 ? Buffer.concat([...held, end]) : Buffer.from(end)
    const line = isDropping || whole.length > mostBytes ? undefined : whole
    held = []
    heldBytes = 0
    isDropping = false
    return line
  }
  const linesOf = (bytes: Buffer): Buffer[] => {
    const lines: Buffer[] = []
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      const line = takeLine(bytes.subarray(from, at))
      if (line !== undefined) lines.push(line)
      from = at + 1
    }
    if (from < bytes.length) keep(bytes.subarray(from))
    return lines
  }
  const tell = (lines: Buffer[]): void | Promise<void> => {
    for (const [index, line] of lines.entries()) {
      const wait = onLine(line)
      if (wait) return wait.then(() => tell(lines.slice(index + 1)))
    }
  }

  return {
    /** The returned promise is open while the reader has more lines than it could pass on. */
    write(bytes: Uint8Array): void | Promise<void> {
      const lines = linesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      const told = busy ? busy.then(() => tell(lines)) : tell(lines)
      if (!told) return
      const turn: Promise<void> = told.finally(() => {
        if (busy === turn) busy = undefined
      })
      busy = turn
      return turn
    },
    /** Resolves when every line so far was passed on. */
    settled: (): Promise<void> => busy ?? Promise.resolve(),
  }
}

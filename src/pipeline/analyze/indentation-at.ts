/** The text from the beginning of the line to this offset if it is only spaces; else undefined. */
export function indentationAt(source: string, start: number): string | undefined {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  return before.trim() === '' ? before : undefined
}

/** The offset of the next line. */
export function lineEndAfter(source: string, end: number): number {
  const at = source.indexOf('\n', end)
  return at === -1 ? source.length : at + 1
}

/** From the beginning of the line to this place: spaces only, or undefined. */
export function indentationAt(source: string, start: number): string | undefined {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  return before.trim() === '' ? before : undefined
}

/** Where the next line begins. */
export function lineEndAfter(source: string, end: number): number {
  const at = source.indexOf('\n', end)
  return at === -1 ? source.length : at + 1
}

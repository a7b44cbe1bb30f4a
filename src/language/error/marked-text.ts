const LONGEST = 200

/** The piece of a line between two columns, counted from 1 in characters; undefined when there is nothing to see. */
export function markedText(line: string, column: number, endColumn: number): string | undefined {
  // Surrogate pairs count as one character: only lines with them are worth counting.
  const isPlain = !/[\ud800-\udfff]/.test(line)
  const piece = isPlain ? line.slice(column - 1, endColumn - 1) : [...line].slice(column - 1, endColumn - 1).join('')
  const text = piece.trim()
  return text === '' || text.length > LONGEST ? undefined : text
}

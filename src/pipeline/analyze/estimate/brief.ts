const MOST_LENGTH = 40

/** The beginning of a piece of code, on one line. */
export function brief(code: string): string {
  const line = code
    .slice(0, 5 * MOST_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MOST_LENGTH)
  return line.length < code.length ? `${line}…` : line
}

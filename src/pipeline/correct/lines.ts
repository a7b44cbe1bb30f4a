export interface Line {
  start: number
  end: number
  text: string
}

/** The lines of a program, each without its end; at most this many. */
export function linesOf(code: string, most?: number): Line[] {
  let start = 0
  return code.split('\n', most).map((text) => {
    const line = { start, end: start + text.length, text }
    start = line.end + 1
    return line
  })
}

/** The line that holds an offset. */
export function lineAt(code: string, offset: number): Line & { indent: string } {
  const start = code.lastIndexOf('\n', offset - 1) + 1
  const found = code.indexOf('\n', offset)
  const end = found === -1 ? code.length : found
  const text = code.slice(start, end)
  return { start, end, text, indent: /^[ \t]*/.exec(text)?.[0] ?? '' }
}

/** The offset of an interpreter's line and column, both from 1; the nearest one that exists. */
export function offsetOf(
  code: string,
  { line = 1, column = 1 }: { line?: number | undefined; column?: number | undefined },
): number {
  let start = 0
  for (let passed = 1; passed < line; passed += 1) {
    const next = code.indexOf('\n', start)
    if (next === -1) return code.length
    start = next + 1
  }
  return Math.min(start + [...lineAt(code, start).text].slice(0, column - 1).join('').length, lineAt(code, start).end)
}

/** The width of an indentation; a tab counts to the next multiple of four. */
export function widthOf(indent: string): number {
  let width = 0
  for (const character of indent) width = character === '\t' ? width - (width % 4) + 4 : width + 1
  return width
}

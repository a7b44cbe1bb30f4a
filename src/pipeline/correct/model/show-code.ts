const MOST_CHARACTERS = 60_000
const MOST_LINE = 400
/** A program that is too long is shown in part: its head with the imports, and the lines around the failure. */
const HEAD_LINES = 60
const RADIUS = 100

export interface ShownCode {
  text: string
  /** Whether a model sees the whole program, and so can write it down as a whole. */
  isWhole: boolean
}

/** The program with numbered lines, `  12 | print(x)`. */
export function showCode(code: string, failingLine: number | undefined): ShownCode {
  const lines = code.split(/\r?\n/)
  const width = String(lines.length).length
  const numbered = (line: string, index: number) => `${String(index + 1).padStart(width)} | ${line}`
  if (code.length <= MOST_CHARACTERS) return { text: lines.map(numbered).join('\n'), isWhole: true }
  const middle = (failingLine ?? 1) - 1
  const isShown = (index: number) => index < HEAD_LINES || Math.abs(index - middle) <= RADIUS
  const shown: string[] = []
  for (const [index, line] of lines.entries()) {
    if (isShown(index)) shown.push(cutLine(numbered(line, index)))
    else if (isShown(index - 1)) shown.push('… lines are left out …')
  }
  return { text: shown.join('\n'), isWhole: false }
}

const cutLine = (line: string): string => (line.length > MOST_LINE ? `${line.slice(0, MOST_LINE)} … cut` : line)

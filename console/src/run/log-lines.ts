export interface LogLine {
  text: string
  stream: 'stdout' | 'stderr'
  block: number
  attempt: number
  /** When its first piece came. */
  at: number
  /** Codes of colour that were in force when it began, as they were printed. */
  style: string
}

export interface Piece {
  text: string
  stream: LogLine['stream']
  block: number
  attempt: number
  at: number
}

const STYLES = /\x1b\[[\d;:]*m/g
const LONGEST_STYLE = 200

/** Output as lines, in the order in which it came; it grows in place, since a hundred thousand lines are not copied. */
export class LogLines {
  readonly lines: LogLine[] = []
  /** Of each stream, the line that is not ended yet. */
  readonly #open = new Map<string, LogLine>()

  add(piece: Piece): void {
    const key = `${piece.block}/${piece.attempt}/${piece.stream}`
    const parts = piece.text.split('\n')
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      if (isLast && part === '') break
      const line = this.#open.get(key) ?? this.#begin(key, piece)
      line.text = rewritten(line.text + part)
      if (!isLast) this.#end(key, line)
    }
  }

  #begin(key: string, { stream, block, attempt, at }: Piece): LogLine {
    const line: LogLine = { text: '', stream, block, attempt, at, style: this.#style.get(key) ?? '' }
    this.#open.set(key, line)
    this.lines.push(line)
    return line
  }

  readonly #style = new Map<string, string>()

  #end(key: string, line: LogLine): void {
    this.#open.delete(key)
    if (!line.text.includes('\x1b')) return
    const all = line.style + (line.text.match(STYLES) ?? []).join('')
    const reset = Math.max(all.lastIndexOf('\x1b[0m') + 4, all.lastIndexOf('\x1b[m') + 3)
    this.#style.set(key, all.slice(reset > 4 ? reset : 0).slice(-LONGEST_STYLE))
  }
}

/** A carriage return begins the line anew, as progress bars do. */
function rewritten(text: string): string {
  const end = text.endsWith('\r') ? text.length - 1 : text.length
  const at = text.lastIndexOf('\r', end - 1)
  return at < 0 ? text : text.slice(at + 1)
}

const ESCAPES =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[@-Z\\-_]|[ -/]+[0-~]|$)/g

/** The text of a line without escapes. */
export const plainText = (text: string): string => (text.includes('\x1b') ? text.replace(ESCAPES, '') : text)

/** The numbers of the lines that have a text in them, in any case. */
export function findLines(lines: readonly LogLine[], wanted: string): number[] {
  const low = wanted.toLowerCase()
  if (low === '') return []
  const found: number[] = []
  for (let index = 0; index < lines.length; index++)
    if (
      plainText(lines[index]?.text ?? '')
        .toLowerCase()
        .includes(low)
    )
      found.push(index)
  return found
}

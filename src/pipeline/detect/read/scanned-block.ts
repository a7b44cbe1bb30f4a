export interface ScannedBlock {
  /** `text` is a paragraph or a heading. */
  kind: 'fence' | 'indented' | 'html' | 'text'
  /** What stands behind the opening fence. */
  info: string
  /** Without the marks of quotes and lists before them; of text, those from the first with a backtick on. */
  lines: string[]
  /** Of text: where each of the lines begins. */
  places: { offset: number; line: number }[]
  /** A fence that has its end, and does not only stop with what it stands in. */
  isClosed: boolean
  /** Where its first line begins, the fence where there is one, and that line's number from 1. */
  start: number
  line: number
  /** Behind the last line, fence included. */
  end: number
  /** How many lines there are, and where they end, up to the last that is not blank. */
  filledLines: number
  filledEnd: number
  /** The last line of text. */
  last: string
}

export interface ScannedBlock {
  /** `text` is a paragraph or a heading. */
  kind: 'fence' | 'indented' | 'html' | 'text'
  /** The text behind the opening fence. */
  info: string
  /** Lines without the marks of quotes and lists before them; for text, the lines from the first with a backtick on. */
  lines: string[]
  /** For text: the start of each line. */
  places: { offset: number; line: number }[]
  /** Whether a fence has its own end, instead of stopping with its container. */
  isClosed: boolean
  /** Offset of the first line, the fence if there is one; `line` is its number from 1. */
  start: number
  line: number
  /** Offset behind the last line, fence included. */
  end: number
  /** Number of lines up to the last that is not blank, and the offset of their end. */
  filledLines: number
  filledEnd: number
  /** The first and the last line of text. */
  first: string
  last: string
}

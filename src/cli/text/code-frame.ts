import { clipTo, displayWidth } from './display-width.ts'
import type { Paint, Style } from './screen.ts'
import { visibleText } from './visible-text.ts'

const LINES_BEFORE = 2
const LEAST_WIDTH = 20

export interface FrameOptions {
  /** The number of the line, from 1. */
  line: number
  /** The column, from 1; without it the line is shown without a caret. */
  column?: number | undefined
  /** The column behind the marked text, on the same line; without it one character is marked. */
  endColumn?: number | undefined
  /** The style of the mark below the line; red by default. */
  style?: Style | undefined
  width: number
  paint: Paint
}

/** The line of the code, the lines above it, and a caret under the column. */
export function codeFrame(
  code: string,
  { line, column, endColumn, style = 'red', width, paint }: FrameOptions,
): string[] {
  const lines = code.split(/\r?\n/)
  const source = lines[line - 1]
  if (source === undefined) return []
  const gutter = String(line).length
  const room = Math.max(LEAST_WIDTH, width - gutter - 5)
  const row = (number: string, text: string) => `  ${paint('dim', `${number.padStart(gutter)} │`)} ${text}`.trimEnd()

  const before = lines
    .slice(Math.max(0, line - 1 - LINES_BEFORE), line - 1)
    .map((text, index, shown) =>
      row(String(line - shown.length + index), paint('dim', clipTo(visibleText(text), room))),
    )
  const { text, caretAt } = windowOf({ source, column, room })
  const marked = displayWidth(visibleText(source.slice((column ?? 1) - 1, Math.max(column ?? 1, (endColumn ?? 0) - 1))))
  const carets = '^'.repeat(Math.max(1, Math.min(marked, room - (caretAt ?? 0))))
  const caret = caretAt === undefined ? [] : [row('', `${' '.repeat(caretAt)}${paint(style, carets)}`)]
  return [...before, row(String(line), text), ...caret]
}

/** A line too long to show is cut on the left until the column is visible. */
function windowOf({ source, column, room }: { source: string; column: number | undefined; room: number }) {
  const whole = visibleText(source)
  if (column === undefined || column < 1 || column > source.length + 1)
    return { text: clipTo(whole, room), caretAt: undefined }
  const before = visibleText(source.slice(0, column - 1))
  const caretAt = displayWidth(before)
  if (displayWidth(whole) <= room || caretAt < room - 1) return { text: clipTo(whole, room), caretAt }
  const tail = lastColumns(before, Math.floor(room / 2))
  const text = clipTo(`…${tail}${visibleText(source.slice(column - 1))}`, room)
  return { text, caretAt: displayWidth(tail) + 1 }
}

function lastColumns(text: string, width: number): string {
  const characters = Array.from(text)
  let start = characters.length
  for (let used = 0; start > 0; start--) {
    used += displayWidth(characters[start - 1] ?? '')
    if (used > width) break
  }
  return characters.slice(start).join('')
}

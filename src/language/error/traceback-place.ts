import { markedText } from './marked-text.ts'
import type { Frame } from './traceback-sections.ts'

interface Place {
  line?: number
  column?: number
  endColumn?: number
  expression?: string
}

/** Python shows the line without its indentation and marks the place below it: the two together give the columns. */
export function placeOfFrame({ line, shown, marker }: Frame, source: string[]): Place {
  const text = source[line - 1] ?? ''
  if (shown === undefined || marker === undefined) return { line }
  if (shown.trim() !== text.trim()) return { line, expression: shown.trim().slice(1, -1) }
  const indentation = Math.max(text.search(/\S/), 0)
  const shift = indentation - shown.search(/\S/) + 1
  const start = marker.search(/\S/)
  const end = marker.trimEnd().length
  // `~` marks the operands, `^` the operation.
  const column = (marker.includes('^') ? marker.indexOf('^') : start) + shift
  if (end - start < 2) return { line, column }
  const expression = markedText(text, start + shift, end + shift)
  return { line, column, endColumn: end + shift, ...(expression && { expression }) }
}

/** Before Python 3.12 the expression in an f-string is shown alone, in brackets of its own. */
export function isInFString(shown: string, text: string): boolean {
  const expression = /^\((.+)\)$/.exec(shown.trim())?.[1]
  return expression !== undefined && text.includes(`{${expression}`)
}

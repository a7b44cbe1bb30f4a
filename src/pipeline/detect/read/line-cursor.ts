const TAB_STOP = 4

/** A place in one line. A tab counts up to the next multiple of four columns, as in CommonMark. */
export interface LineCursor {
  line: string
  at: number
  column: number
  /** Columns of a tab that was entered but not used up. */
  pending: number
  /** White space that was counted and not used up since: each list around a line needs the count, and it may be long. */
  ahead: Indent | undefined
}

interface Indent {
  columns: number
  /** Offset behind the white space. */
  behind: number
}

export const cursorOf = (line: string): LineCursor => ({ line, at: 0, column: 0, pending: 0, ahead: undefined })

/** Columns of white space ahead. */
export function indentOf(cursor: LineCursor): Indent {
  cursor.ahead ??= countIndent(cursor)
  return cursor.ahead
}

function countIndent({ line, at, column, pending }: LineCursor): Indent {
  let columns = pending
  let behind = at
  for (; ; behind++) {
    const character = line[behind]
    if (character === ' ') columns += 1
    else if (character === '\t') columns += TAB_STOP - ((column + columns) % TAB_STOP)
    else return { columns, behind }
  }
}

/** Uses up so many columns of white space; less when there are fewer. */
export function skipColumns(cursor: LineCursor, wanted: number): void {
  if (cursor.ahead) cursor.ahead = { ...cursor.ahead, columns: Math.max(0, cursor.ahead.columns - wanted) }
  for (let left = wanted; left > 0; ) {
    if (cursor.pending > 0) {
      cursor.pending -= 1
    } else if (cursor.line[cursor.at] === ' ') {
      cursor.at += 1
    } else if (cursor.line[cursor.at] === '\t') {
      cursor.at += 1
      cursor.pending = TAB_STOP - (cursor.column % TAB_STOP) - 1
    } else {
      return
    }
    cursor.column += 1
    left -= 1
  }
}

/** Uses up characters that are not tabs. */
export function skipCharacters(cursor: LineCursor, count: number): void {
  cursor.ahead = undefined
  cursor.at += count
  cursor.column += count
}

/** The rest of the line, with the columns of a broken tab as spaces. */
export const restOf = ({ line, at, pending }: LineCursor): string => ' '.repeat(pending) + line.slice(at)

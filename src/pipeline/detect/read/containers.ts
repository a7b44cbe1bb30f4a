import { indentOf, type LineCursor, skipCharacters, skipColumns } from './line-cursor.ts'

/** A container around blocks. A line indented less than an item's width leaves the item. */
export type Container = { type: 'quote' } | { type: 'item'; width: number; isEmpty: boolean }

/** The text of an item may begin this far behind its marker; more is code inside of the item. */
const MOST_PADDING = 4

/** Moves the cursor behind the marks of the containers that this line continues, and returns their number. */
export function matchContainers(containers: readonly Container[], cursor: LineCursor): number {
  // An empty line stays in items of any width, up to the first item that is still empty.
  if (cursor.line === '') {
    const end = containers.findIndex((container) => container.type === 'quote' || container.isEmpty)
    return end === -1 ? containers.length : end
  }
  let matched = 0
  for (const container of containers) {
    if (!(container.type === 'quote' ? entersQuote(cursor) : staysInItem(cursor, container))) break
    matched += 1
  }
  return matched
}

export function entersQuote(cursor: LineCursor): boolean {
  const { columns, behind } = indentOf(cursor)
  if (columns > 3 || cursor.line[behind] !== '>') return false
  skipColumns(cursor, columns)
  skipCharacters(cursor, 1)
  skipColumns(cursor, 1)
  return true
}

function staysInItem(cursor: LineCursor, { width, isEmpty }: { width: number; isEmpty: boolean }): boolean {
  const { columns, behind } = indentOf(cursor)
  const isBlank = behind === cursor.line.length
  if (isBlank ? isEmpty : columns < width) return false
  skipColumns(cursor, width)
  return true
}

/** Moves behind an item's mark, and returns the item with the column of its text as width. */
export function enterItem(cursor: LineCursor, markLength: number): Container {
  const before = indentOf(cursor).columns
  skipColumns(cursor, before)
  skipCharacters(cursor, markLength)
  const { columns, behind } = indentOf(cursor)
  const isBlank = behind === cursor.line.length
  const padding = isBlank || columns > MOST_PADDING ? 1 : columns
  skipColumns(cursor, padding)
  return { type: 'item', width: before + markLength + padding, isEmpty: true }
}

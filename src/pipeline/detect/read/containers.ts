import { indentOf, type LineCursor, skipCharacters, skipColumns } from './line-cursor.ts'

/** What blocks stand in. An item is left by lines indented less than its width. */
export type Container = { type: 'quote' } | { type: 'item'; width: number; isEmpty: boolean }

/** So far behind a marker and no further an item's text may begin; more is code inside of the item. */
const MOST_PADDING = 4

/** Moves the cursor behind the marks of the containers that this line continues, and says how many they are. */
export function matchContainers(containers: readonly Container[], cursor: LineCursor): number {
  // An empty line stays in items, whatever their width, up to the first that has nothing yet.
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

/** Moves behind an item's mark, and says where its text stands. */
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

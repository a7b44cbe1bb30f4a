import { json } from '../../http/route.ts'
import { type Cursor, cursorText, readCursor } from './cursor.ts'

export interface PageQuery {
  order: 'asc' | 'desc'
  limit: number
  nextToken?: string | undefined
}

export interface Page<T> {
  items: T[]
  /** Names the cursor of the next page; empty on the last page. */
  headers: Record<string, string>
}

/** One page of a list by time. Items that come or go between two pages neither repeat nor hide others. */
export function pageOf<T>(all: readonly T[], placeOf: (item: T) => Cursor, query: PageQuery): Page<T> {
  const { order, limit, nextToken } = query
  const sign = order === 'asc' ? 1 : -1
  const after = nextToken === undefined ? undefined : readCursor(nextToken)
  const rest = all
    .map((item) => ({ item, place: placeOf(item) }))
    .filter(({ place }) => after === undefined || sign * compare(place, after) > 0)
    .toSorted((one, other) => sign * compare(one.place, other.place))
  const shown = rest.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ item }) => item),
    headers: last && rest.length > limit ? { 'x-next-token': cursorText(last.place) } : {},
  }
}

export function pageAnswer({ items, headers }: Page<unknown>): Response {
  const answer = json(items)
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

function compare(one: Cursor, other: Cursor): number {
  if (one.atMs !== other.atMs) return one.atMs - other.atMs
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1
}

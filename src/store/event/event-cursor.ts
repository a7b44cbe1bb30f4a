import type { Place } from './place.ts'

/** How far everything of a user was read: all up to a place; with `seq`, of the entry there only up to that number. */
export interface EventCursor {
  place: Place
  seq?: number
}

export const BEGINNING: EventCursor = { place: { writtenIn: 0, position: 0 } }

/** As readers carry it: numbers with dashes, of which nobody has to know the meaning. */
export const cursorText = ({ place, seq }: EventCursor): string =>
  [place.writtenIn, place.position, ...(seq === undefined ? [] : [seq])].join('-')

export function parseCursor(text: string): EventCursor | undefined {
  const found = /^(\d{1,15})-(\d{1,15})(?:-(\d{1,15}))?$/.exec(text)
  if (!found) return undefined
  const place = { writtenIn: Number(found[1]), position: Number(found[2]) }
  return found[3] === undefined ? { place } : { place, seq: Number(found[3]) }
}

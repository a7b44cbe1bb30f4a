import type { Place } from './user-places.ts'

/** How far a user's events were read: everything up to a place; with `seq`, only up to that number of the entry there. */
export interface EventCursor {
  place: Place
  seq?: number
}

export const BEGINNING: EventCursor = { place: { writtenIn: 0, position: 0 } }

/** The cursor as readers carry it: opaque numbers with dashes. */
export const cursorText = ({ place, seq }: EventCursor): string =>
  [place.writtenIn, place.position, ...(seq === undefined ? [] : [seq])].join('-')

export function parseCursor(text: string): EventCursor | undefined {
  const found = /^(\d{1,15})-(\d{1,15})(?:-(\d{1,15}))?$/.exec(text)
  if (!found) return undefined
  const place = { writtenIn: Number(found[1]), position: Number(found[2]) }
  return found[3] === undefined ? { place } : { place, seq: Number(found[3]) }
}

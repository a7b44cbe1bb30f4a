import { EngineError } from '../../../contract/errors.ts'

/** The end of a page: the moment and the name of its last item. */
export interface Cursor {
  atMs: number
  id: string
}

const FORM = /^(\d{1,16}) ([^\0]{1,512})$/

export function cursorText({ atMs, id }: Cursor): string {
  return Buffer.from(`${atMs} ${id}`).toString('base64url')
}

/** Reads a cursor that `cursorText` wrote; a caller may send anything. */
export function readCursor(text: string): Cursor {
  const [, at, id] = FORM.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined) {
    throw new EngineError('INVALID_REQUEST', { problems: ['query.nextToken: is none that this server gave'] })
  }
  return { atMs: Number(at), id }
}

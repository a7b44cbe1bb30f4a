import { breathing } from './breathing.ts'
import { jsonPieces } from './json-pieces.ts'

/**
 * The JSON of an answer: whole where it is short, otherwise in pieces, since nobody else is served while a piece is
 * made.
 */
export function jsonBody(value: unknown): string | AsyncGenerator<string> {
  const pieces = jsonPieces(value)
  const { value: first = '' } = pieces.next()
  const next = pieces.next()
  if (next.done) return first
  return breathing(startingWith([first, next.value], pieces))
}

function* startingWith(first: string[], rest: Iterable<string>): Generator<string> {
  yield* first
  yield* rest
}

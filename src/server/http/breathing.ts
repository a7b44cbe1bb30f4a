import { setImmediate as nextTurn } from 'node:timers/promises'

/** Pieces that each take a moment to make, made when they are taken, with a turn for everybody else after each. */
export async function* breathing(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}

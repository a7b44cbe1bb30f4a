import { setImmediate as nextTurn } from 'node:timers/promises'

/** Makes pieces when they are taken, with a turn for other work after each. */
export async function* breathing(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}

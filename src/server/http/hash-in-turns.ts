import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE_CHARACTERS = 262_144
/** Added up in one turn, in a few milliseconds. */
const TURN_PIECES = 2048
const TURN_CHARACTERS = 524_288

/** SHA-256 of a JSON value; a body of megabytes is added up in pieces, with other turns between them. */
export async function hashInTurns(value: unknown): Promise<string> {
  const hash = createHash('sha256')
  let pieces = 0
  let characters = 0
  for (const piece of piecesOf(value)) {
    // Halves of characters have bytes of their own in UTF-16, so that a cut within a character changes nothing.
    hash.update(piece, 'utf16le')
    characters += piece.length
    if (++pieces < TURN_PIECES && characters < TURN_CHARACTERS) continue
    await nextTurn()
    pieces = 0
    characters = 0
  }
  return hash.digest('hex')
}

/** Lengths stand before their content, so that no two values look alike. */
function* piecesOf(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield* textPieces(value)
  else if (typeof value !== 'object' || value === null) yield `${JSON.stringify(value)};`
  else {
    const entries = Object.entries(value)
    yield `${Array.isArray(value) ? 'list' : 'object'} ${entries.length};`
    for (const [name, each] of entries) {
      yield* textPieces(name)
      yield* piecesOf(each)
    }
  }
}

function* textPieces(text: string): Iterable<string> {
  yield `text ${text.length};`
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) yield text.slice(at, at + PIECE_CHARACTERS)
}

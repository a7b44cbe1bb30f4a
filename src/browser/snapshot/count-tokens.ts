/**
 * An upper estimate of the tokens that models read a text as, without their tables: each piece costs at least as much as it does in
 * the encodings that tests compare it with.
 */
export function countTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += costOf(piece)
  return Math.ceil(tokens)
}

const PIECES = /[A-Za-z]+|\d+|\s+|[!-/:-@[-`{-~]+|[^\s!-~]+/g
const RARE_RUN = /[bcdfghjklmnpqrstvwxz]{4}|[jqxz][bcdfghjklmnpqrstvwxz]|[a-z][A-Z]|^[A-Z]{3,}/

function costOf(piece: string): number {
  const first = piece.charCodeAt(0)
  if (/\s/.test(piece)) return piece.includes('\n') ? 1 + piece.length / 16 : (piece.length - 1) / 4
  if (first >= 0x30 && first <= 0x39) return Math.ceil(piece.length / 2)
  if (/^[A-Za-z]/.test(piece)) {
    if (RARE_RUN.test(piece)) return Math.ceil(piece.length / 1.5)
    return piece.length <= 4 ? 1 : Math.ceil(piece.length / 3)
  }
  if (first < 0x80) return Math.ceil(piece.length * 0.8)
  return Buffer.byteLength(piece) * 0.75
}

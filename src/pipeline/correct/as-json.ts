export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const PIECE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z_$][\w$]*|[{}[\]:,]|\s+/y
const PYTHON = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
])

/** The same values as JSON: with its quotes, its words and no last comma; undefined where more is wrong than these habits. */
export function asJson(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  const pieces: string[] = []
  for (let at = 0; at < text.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at
    const piece = PIECE.exec(text)?.[0]
    if (piece === undefined) return undefined
    pieces.push(piece)
  }
  const json = pieces.map((piece, index) => mended(piece, nextOf(pieces, index))).join('')
  return isJson(json) ? json : undefined
}

const nextOf = (pieces: string[], index: number): string => {
  const next = pieces[index + 1] ?? ''
  return next.trim() === '' ? (pieces[index + 2] ?? '') : next
}

function mended(piece: string, next: string): string {
  if (piece.startsWith("'")) return JSON.stringify(piece.slice(1, -1).replace(/\\(.)/g, '$1'))
  if (piece === ',' && /^[}\]]$/.test(next)) return ''
  if (/^[A-Za-z_$]/.test(piece)) return next === ':' ? `"${piece}"` : (PYTHON.get(piece) ?? piece)
  return piece
}

import type { Dialect } from './dialect.ts'

export interface Token {
  kind: 'word' | 'quoted' | 'symbol'
  text: string
  start: number
}

/** Words, quoted text and single symbols, with their places; spaces and comments are left out. */
export function readTokens(source: string, dialect: Dialect): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < source.length; ) {
    const blank = blankAt(source, at, dialect)
    if (blank > 0) {
      at += blank
      continue
    }
    const token = tokenAt(source, at, dialect)
    tokens.push(token)
    at += token.text.length
  }
  return tokens
}

function blankAt(source: string, at: number, dialect: Dialect): number {
  if (/\s/.test(source[at] ?? '')) return 1
  if (source.startsWith('--', at)) return lengthTo(source, at, '\n')
  if (!source.startsWith('/*', at)) return 0
  return dialect.nestedComments ? nestedComment(source, at) : lengthTo(source, at + 2, '*/') + 2
}

function nestedComment(source: string, at: number): number {
  let depth = 0
  for (const mark of source.slice(at).matchAll(/\/\*|\*\//g)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return mark.index + 2
  }
  return source.length - at
}

function tokenAt(source: string, start: number, dialect: Dialect): Token {
  const rest = (pattern: RegExp) => {
    pattern.lastIndex = start
    return pattern.exec(source)?.[0]
  }
  const quoted = (text: string): Token => ({ kind: 'quoted', text, start })
  const escaped = dialect.escapeStrings ? rest(/[eE]'(?:[^'\\]|\\[\s\S]|'')*'?/y) : undefined
  if (escaped !== undefined) return quoted(escaped)
  const plain = rest(/'(?:[^']|'')*'?|"(?:[^"]|"")*"?/y)
  if (plain !== undefined) return quoted(plain)
  const bracket = dialect.bracketNames ? rest(/\[[^\]]*\]?|`(?:[^`]|``)*`?/y) : undefined
  if (bracket !== undefined) return quoted(bracket)
  const tag = dialect.dollarQuotes ? rest(/\$(?:[A-Za-z_]\w*)?\$/y) : undefined
  if (tag !== undefined) {
    return quoted(source.slice(start, start + tag.length + lengthTo(source, start + tag.length, tag)))
  }
  const word = rest(/[\p{L}\p{N}_$]+/uy)
  if (word !== undefined) return { kind: 'word', text: word, start }
  return { kind: 'symbol', text: String.fromCodePoint(source.codePointAt(start) ?? 0), start }
}

/** The length up to and including `end`, or of the rest. */
function lengthTo(source: string, from: number, end: string): number {
  const found = source.indexOf(end, from)
  return (found === -1 ? source.length : found + end.length) - from
}

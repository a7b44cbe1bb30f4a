export interface Token {
  kind: 'name' | 'number' | 'string' | 'template' | 'regex' | 'comment' | 'punctuation' | 'unknown'
  text: string
  start: number
  end: number
  /** Counted from 1. */
  line: number
  /** No other token, apart from comments, stands before it on its line. */
  isFirst: boolean
  /** Whether a quote, template or comment is never closed. */
  isUnclosed: boolean
}

const SPACE = /\s+/y
const NAME = /#?[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const NUMBER =
  /(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.(?![\p{ID_Start}$_.])[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?)n?/uy
const PUNCTUATION =
  />>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[-+*/%&|^]=|<<|>>|\*\*|[{}()[\];,<>+\-*/%&|^!~?:=.@]/y
const LINE_COMMENT = /\/\/[^\n\r]*|#(?:[ #!\t][^\n\r]*|(?=[\n\r]|$))/y

/** Keywords behind which a slash begins a regular expression. */
const BEFORE_VALUE = new Set(
  'return typeof instanceof in of new delete void throw case do else await yield default and or not'.split(' '),
)

/**
 * Cuts code into tokens, broken code too: unknown characters become tokens of their own, and nothing is lost but white
 * space. A template is cut at its `${` and `}`. Three quotes, as in Python, are one string; `# ` begins a comment.
 */
export function tokenize(code: string): Token[] {
  const tokens: Token[] = []
  /** The number of open braces in each template that is being read. */
  const templates: number[] = []
  let [line, position, previousLine, noRegexBefore] = [1, 0, 0, 0]
  let last: Token | undefined
  while (position < code.length) {
    const space = match(SPACE, code, position)
    if (space) {
      line += countLines(space)
      position += space.length
      continue
    }
    const piece = readPiece({ code, position, templates, canBeRegex: position >= noRegexBefore && wantsValue(last) })
    if (piece.failedAt !== undefined) noRegexBefore = piece.failedAt
    const text = code.slice(position, piece.end)
    const isComment = piece.kind === 'comment'
    const token: Token = {
      kind: piece.kind,
      text,
      start: position,
      end: piece.end,
      line,
      isFirst: line !== previousLine,
      isUnclosed: piece.isUnclosed ?? false,
    }
    tokens.push(token)
    line += countLines(text)
    position = piece.end
    if (!isComment) [last, previousLine] = [token, line]
  }
  return tokens
}

interface Piece {
  kind: Token['kind']
  end: number
  isUnclosed?: boolean
  /** The offset at which no regular expression was found. */
  failedAt?: number
}

interface Place {
  code: string
  position: number
  templates: number[]
  canBeRegex: boolean
}

function readPiece(place: Place): Piece {
  const { code, position, templates } = place
  const character = code[position] ?? ''
  if (character === '`') return readTemplate(place)
  if (character === '}' && templates.at(-1) === 0) return readTemplate(place)
  if (character === '"' || character === "'") return readString(code, position)
  const comment = match(LINE_COMMENT, code, position)
  if (comment) return { kind: 'comment', end: position + comment.length }
  if (code.startsWith('/*', position)) return until({ code, from: position + 2, mark: '*/', kind: 'comment' })
  for (const [kind, pattern] of [
    ['name', NAME],
    ['number', NUMBER],
  ] as const) {
    const text = match(pattern, code, position)
    if (text) return { kind, end: position + text.length }
  }
  if (character === '/') return readSlash(place)
  if (character === '{' && templates.length > 0) templates.push((templates.pop() ?? 0) + 1)
  if (character === '}' && templates.length > 0) templates.push((templates.pop() ?? 0) - 1)
  const text = match(PUNCTUATION, code, position)
  if (text) return { kind: 'punctuation', end: position + text.length }
  return { kind: 'unknown', end: position + String.fromCodePoint(code.codePointAt(position) ?? 0).length }
}

function readString(code: string, position: number): Piece {
  const quote = code[position] ?? ''
  const triple = quote.repeat(3)
  if (code.startsWith(triple, position)) return until({ code, from: position + 3, mark: triple, kind: 'string' })
  for (let end = position + 1; end < code.length; end++) {
    const character = code[end]
    if (character === '\\') end++
    else if (character === quote) return { kind: 'string', end: end + 1 }
    else if (character === '\n' || character === '\r') return { kind: 'string', end, isUnclosed: true }
  }
  return { kind: 'string', end: code.length, isUnclosed: true }
}

function until({ code, from, mark, kind }: { code: string; from: number; mark: string; kind: Token['kind'] }): Piece {
  const found = code.indexOf(mark, from)
  return found < 0 ? { kind, end: code.length, isUnclosed: true } : { kind, end: found + mark.length }
}

/** From a backtick, or from the brace that ends a `${`, to the next `${` or to the end of the template. */
function readTemplate({ code, position, templates }: Place): Piece {
  if (code[position] === '}') templates.pop()
  for (let end = position + 1; end < code.length; end++) {
    if (code[end] === '\\') end++
    else if (code[end] === '`') return { kind: 'template', end: end + 1 }
    else if (code.startsWith('${', end)) {
      templates.push(0)
      return { kind: 'template', end: end + 2 }
    }
  }
  return { kind: 'template', end: code.length, isUnclosed: true }
}

function readSlash({ code, position, canBeRegex }: Place): Piece {
  const sign = { kind: 'punctuation' as const, end: position + (match(PUNCTUATION, code, position)?.length ?? 1) }
  if (!canBeRegex) return sign
  let inClass = false
  let end = position + 1
  for (; end < code.length && code[end] !== '\n'; end++) {
    const character = code[end]
    if (character === '\\') end++
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) {
      const flags = match(/[a-z]*/y, code, end + 1) ?? ''
      return { kind: 'regex', end: end + 1 + flags.length }
    }
  }
  return { ...sign, failedAt: end }
}

function wantsValue(last: Token | undefined): boolean {
  if (last === undefined) return true
  if (last.kind === 'name') return BEFORE_VALUE.has(last.text)
  if (last.kind === 'template') return last.text.endsWith('${')
  return last.kind === 'punctuation' && ![')', ']', '}', '++', '--'].includes(last.text)
}

function match(pattern: RegExp, code: string, position: number): string | undefined {
  pattern.lastIndex = position
  return pattern.exec(code)?.[0]
}

const countLines = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

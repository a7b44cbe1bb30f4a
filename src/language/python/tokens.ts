import { KEYWORDS } from './keywords.ts'

export type TokenKind =
  | 'name'
  | 'keyword'
  | 'number'
  | 'string'
  | 'operator'
  | 'open'
  | 'close'
  | 'comment'
  | 'newline'
  /** A character that Python does not use: `$`, `?`, typographic characters, a backtick. */
  | 'stray'

export interface Token {
  kind: TokenKind
  text: string
  start: number
  end: number
  /** Line on which the token begins, from 1. */
  line: number
  string?: StringParts
}

export interface StringParts {
  /** Such as `f` or `rb`, lowercase. */
  prefix: string
  /** One or three quotes. */
  quote: string
  isClosed: boolean
  /** Tokens between the braces of an f-string. */
  inner: Token[]
}

interface Part {
  from?: number
  to?: number
  /** Line on which the part begins, from 1. */
  line?: number
}

/** Tolerant: any text has tokens, and an unclosed string ends with its line. Linear in the length of the code. */
export function tokenize(code: string, { from = 0, to = code.length, line = 1 }: Part = {}): Token[] {
  const tokens: Token[] = []
  const reader: Reader = { code, to, line, unclosed: new Set() }
  let at = from
  while (at < to) {
    const token = readToken(reader, at)
    if (!token) {
      at++
      continue
    }
    tokens.push(token)
    at = token.end
  }
  return tokens
}

interface Reader {
  code: string
  to: number
  line: number
  /** Triple quotes known to have no partner in the rest: each is searched for once. */
  unclosed: Set<string>
}

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const NUMBER =
  /(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.(?![\p{L}_.])[\d_]*)?(?:[eE][+-]?\d[\d_]*)?|\.\d[\d_]*(?:[eE][+-]?\d+)?)[jJlL]?/uy
const OPERATOR =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|===|!==|==|!=|<>|<=|>=|=>|->|:=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|&&|\|\||\+\+|--|\*\*|\/\/|<<|>>|[-+*/%@&|^~<>=.,:;!\\]/y
const COMMENT = /#[^\n]*/y
const STRING_PREFIX = /^(?:[rbfu]|br|rb|fr|rf)$/i

function readToken(reader: Reader, at: number): Token | undefined {
  const { code, line } = reader
  const make = (kind: TokenKind, text: string): Token => ({ kind, text, start: at, end: at + text.length, line })
  const character = code[at] ?? ''
  if (character === '\n') {
    reader.line++
    return make('newline', '\n')
  }
  if (character === ' ' || character === '\t' || character === '\r' || character === '\f') return undefined
  if (character === '"' || character === "'") return readString(reader, at, '')
  if ('([{'.includes(character)) return make('open', character)
  if (')]}'.includes(character)) return make('close', character)
  const word = match(WORD, reader, at)
  if (word) {
    const next = code[at + word.length] ?? ''
    if ((next === '"' || next === "'") && STRING_PREFIX.test(word) && at + word.length < reader.to)
      return readString(reader, at, word)
    return make(KEYWORDS.has(word) ? 'keyword' : 'name', word)
  }
  const number = match(NUMBER, reader, at)
  if (number) return make('number', number)
  const comment = match(COMMENT, reader, at)
  if (comment) return make('comment', comment)
  const operator = match(OPERATOR, reader, at)
  return operator ? make('operator', operator) : make('stray', String.fromCodePoint(code.codePointAt(at) ?? 0))
}

function match(pattern: RegExp, { code, to }: Reader, at: number): string | undefined {
  pattern.lastIndex = at
  const found = pattern.exec(code)?.[0]
  return found?.slice(0, to - at) || undefined
}

function readString(reader: Reader, start: number, prefix: string): Token {
  const { code, line, to } = reader
  const open = start + prefix.length
  const one = code[open] ?? ''
  const isTriple = code.startsWith(one.repeat(3), open)
  const quote = isTriple ? one.repeat(3) : one
  const end = isTriple && reader.unclosed.has(quote) ? -1 : findEnd(code, { from: open + quote.length, quote, to })
  if (end === -1 && isTriple) reader.unclosed.add(quote)
  const newline = code.indexOf('\n', open)
  const stop = end !== -1 ? end : newline === -1 ? to : Math.min(newline, to)
  const text = code.slice(start, stop)
  if (isTriple && end !== -1) reader.line += text.split('\n').length - 1
  const inner = /f/i.test(prefix)
    ? readFields(reader, { from: open + quote.length, to: end === -1 ? stop : stop - quote.length, line })
    : []
  const parts = { prefix: prefix.toLowerCase(), quote, isClosed: end !== -1, inner }
  return { kind: 'string', text, start, end: stop, line, string: parts }
}

/** The offset behind the closing quote, or -1. */
function findEnd(code: string, { from, quote, to }: { from: number; quote: string; to: number }): number {
  for (let at = from; at < to; at++) {
    if (code[at] === '\\') at++
    else if (code.startsWith(quote, at)) return at + quote.length
    else if (code[at] === '\n' && quote.length === 1) return -1
  }
  return -1
}

/** Tokens of the replacement fields, without formats behind `:`. Fields inside of fields are not read. */
function readFields({ code }: Reader, { from, to, line }: { from: number; to: number; line: number }): Token[] {
  const tokens: Token[] = []
  let current = line
  for (let at = from; at < to; at++) {
    if (code[at] === '\n') current++
    if (code[at] !== '{') continue
    if (code[at + 1] === '{') {
      at++
      continue
    }
    const close = code.indexOf('}', at)
    if (close === -1 || close > to) break
    for (const token of withoutFormat(tokenize(code, { from: at + 1, to: close, line: current }))) tokens.push(token)
    current += code.slice(at, close).split('\n').length - 1
    at = close
  }
  return tokens
}

/** The tokens before the `:` or `!` of a format. */
function withoutFormat(field: Token[]): Token[] {
  let depth = 0
  const end = field.findIndex(({ kind, text }) => {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    return depth === 0 && (text === ':' || text === '!')
  })
  return field.slice(0, end === -1 ? undefined : end).filter(({ kind }) => kind !== 'comment')
}

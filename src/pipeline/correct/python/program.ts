import { type Token, tokenize } from '../../../language/python/tokens.ts'

export interface Line {
  /** Counted from 1. */
  number: number
  start: number
  /** Offset before the line break. */
  end: number
  text: string
  /** White space at the start of the line. */
  indent: string
  /** Tokens that begin on the line, without comments and line breaks. */
  tokens: Token[]
}

/** A logical line: it may go over several physical ones inside of brackets. */
export interface Statement {
  tokens: Token[]
  first: Token
  last: Token
  line: number
  lastLine: number
  indent: string
  /** In columns: a tab reaches the next multiple of eight, as in Python. */
  width: number
}

export interface Program {
  code: string
  /** All tokens but those inside of strings. */
  tokens: Token[]
  /** Names of f-strings included. */
  names: Token[]
  lines: Line[]
  statements: Statement[]
}

let latest: Program | undefined

/** Reads a text that is meant to be Python. Many strategies read the same text: the last result is kept. */
export function readProgram(code: string): Program {
  if (latest?.code === code) return latest
  const all = tokenize(code)
  const tokens = all.filter(({ kind }) => kind !== 'comment')
  const names = tokens.flatMap((token) => (token.kind === 'name' ? [token] : (token.string?.inner ?? [])))
  const lines = readLines(code, tokens)
  latest = {
    code,
    tokens,
    names: names.filter(({ kind }) => kind === 'name'),
    lines,
    statements: readStatements(tokens, lines),
  }
  return latest
}

function readLines(code: string, tokens: Token[]): Line[] {
  let start = 0
  const lines = code.split('\n').map((text, index): Line => {
    const line = { number: index + 1, start, end: start + text.length, text, indent: indentOf(text), tokens: [] }
    start += text.length + 1
    return line
  })
  for (const token of tokens) if (token.kind !== 'newline') lines[token.line - 1]?.tokens.push(token)
  return lines
}

const indentOf = (text: string): string => /^[ \t]*/.exec(text)?.[0] ?? ''

/** A line that begins with one of these is a statement of its own, even below an unclosed bracket. */
const STARTS_STATEMENT = new Set(
  'def class return import while with try raise pass break continue del global nonlocal assert elif except finally'.split(
    ' ',
  ),
)

function readStatements(tokens: Token[], lines: Line[]): Statement[] {
  const statements: Statement[] = []
  let current: Token[] = []
  let depth = 0
  const finish = () => {
    const [first, last] = [current[0], current.at(-1)]
    if (first && last) {
      const indent = lines[first.line - 1]?.indent ?? ''
      const lastLine = last.line + (last.text.split('\n').length - 1)
      statements.push({ tokens: current, first, last, line: first.line, lastLine, indent, width: widthOf(indent) })
    }
    current = []
    depth = 0
  }
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1]
    if (token.kind === 'newline') {
      if (depth === 0 && previous?.text !== '\\') finish()
      return
    }
    const startsLine = previous === undefined || previous.kind === 'newline'
    if (startsLine && token.kind === 'keyword' && STARTS_STATEMENT.has(token.text)) finish()
    if (token.kind === 'open') depth++
    else if (token.kind === 'close') depth = Math.max(0, depth - 1)
    if (token.text === ';' && depth === 0) finish()
    else if (token.text !== '\\') current.push(token)
  })
  finish()
  return statements
}

const TAB = 8

export function widthOf(indent: string): number {
  let width = 0
  for (const character of indent) width = character === '\t' ? (Math.floor(width / TAB) + 1) * TAB : width + 1
  return width
}

export function statementAt({ statements }: Program, line: number | undefined): Statement | undefined {
  if (line === undefined) return undefined
  return statements.find((statement) => statement.line <= line && line <= statement.lastLine)
}

/** The indentation of one more level, as in the rest of the program. */
export function unitOf({ statements }: Program): string {
  for (const [index, statement] of statements.entries()) {
    const next = statements[index + 1]
    if (statement.last.text === ':' && next && next.indent.length > statement.indent.length)
      return next.indent.startsWith(statement.indent) ? next.indent.slice(statement.indent.length) : '    '
  }
  return '    '
}

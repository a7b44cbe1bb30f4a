import { createPositions, type Positions } from './positions.ts'
import { endOfArithmetic, endOfWord, type Opening, type Reading } from './read-word.ts'

export interface BashToken {
  kind: 'word' | 'operator' | 'newline' | 'comment' | 'document'
  text: string
  start: number
  end: number
  /** How many substitutions, subshell lists or arrays are around the token. */
  depth: number
  /** A word that names a command, or a reserved word. */
  isCommand: boolean
  /** A word at the place of a `case` pattern. */
  isPattern: boolean
}

export interface BashReading {
  /** Ordered by their starts: the tokens inside of a word follow it. */
  tokens: BashToken[]
  /** Openings without a close, up to the end of the code or of their line. */
  unclosed: Opening[]
}

/** Deeper nesting is not read: a hostile source must not use up the stack. */
const DEEPEST = 40
const OPERATOR = /;;&|;;|;&|&&|\|\||\|&|&>>|&>|<<<|<<-|<<|>>|<&|>&|<>|>\||[;&|<>()]/y

/** Reads any text as far as it can be read as Bash. */
export function readBash(code: string): BashReading {
  const tokens: BashToken[] = []
  const unclosed: Opening[] = []
  let depth = 0
  const nested = (at: number, closer: ')' | '`', isList: boolean): number => {
    if (depth >= DEEPEST) return at
    depth += 1
    const end = readList({ reading, tokens, depth }, { at, closer, isList })
    depth -= 1
    return end
  }
  const reading: Reading = {
    code,
    nesting: 0,
    onUnclosed: (opening) => unclosed.push(opening),
    readCommands: (at, closer) => nested(at, closer, false),
    readList: (at) => nested(at, ')', true),
  }
  readList({ reading, tokens, depth }, { at: 0, closer: '', isList: false })
  const once = new Map(unclosed.map((opening) => [`${opening.mark} ${opening.start}`, opening]))
  return { tokens, unclosed: [...once.values()] }
}

interface List {
  at: number
  closer: ')' | '`' | ''
  isList: boolean
}

/** Reads the tokens of one list of commands, or of an array; returns the offset of its end. */
function readList(
  { reading, tokens, depth }: { reading: Reading; tokens: BashToken[]; depth: number },
  { at: start, closer, isList }: List,
): number {
  const { code } = reading
  const positions = createPositions({ isList })
  let documents: Document[] = []
  for (let at = start; at < code.length; ) {
    const here = code[at] ?? ''
    if (here === closer && (closer === '`' || !positions.isPattern())) return at + 1
    const blank = blankAt(code, at)
    if (blank > 0) {
      at += blank
      continue
    }
    const kind = kindAt(code, at, positions)
    const token: BashToken = { kind, text: '', start: at, end: at, depth, isCommand: false, isPattern: false }
    // The token is pushed before its end is known, because the tokens inside of it follow it.
    const inside = tokens.push(token)
    token.end = endOfToken({ reading, token, positions, closer })
    // An expansion without an end is taken back to its first line, and the lines behind are read again.
    while (tokens.length > inside && (tokens.at(-1)?.start ?? 0) >= token.end) tokens.pop()
    token.text = code.slice(at, token.end)
    at = token.end
    if (kind === 'operator') positions.onOperator(token.text)
    if (kind === 'word') {
      token.isCommand = positions.isCommand(token.text)
      token.isPattern = positions.isPattern() && !token.isCommand
      const document = positions.onWord(token.text)
      if (document) documents.push({ ...document, word: unquoted(token.text), start: token.start })
    }
    if (kind !== 'newline') continue
    positions.onNewline()
    for (const document of documents) {
      tokens.push(readDocument({ reading, document, start: at, depth }))
      at = tokens.at(-1)?.end ?? at
    }
    documents = []
  }
  if (closer === ')') reading.onUnclosed({ mark: isList ? '(' : '$(', start: start - (isList ? 1 : 2) })
  if (closer === '`') reading.onUnclosed({ mark: '`', start: start - 1 })
  return code.length
}

/** The body of a here-document, with the line that ends it; the rest of the code when there is no such line. */
function readDocument(at: { reading: Reading; document: Document; start: number; depth: number }): BashToken {
  const { reading, document, start, depth } = at
  const found = endOfDocument(reading.code, start, document)
  if (found === undefined) reading.onUnclosed({ mark: '<<', start: document.start })
  const end = found ?? reading.code.length
  const text = reading.code.slice(start, end)
  return { kind: 'document', text, start, end, depth, isCommand: false, isPattern: false }
}

interface Document {
  word: string
  isIndented: boolean
  start: number
}

function blankAt(code: string, at: number): number {
  if (code.startsWith('\\\n', at)) return 2
  const here = code[at]
  return here === ' ' || here === '\t' || here === '\r' ? 1 : 0
}

function kindAt(code: string, at: number, positions: Positions): BashToken['kind'] {
  const here = code[at]
  if (here === '\n') return 'newline'
  if (here === '#') return 'comment'
  if (code.startsWith('((', at)) return positions.isCommand('((') ? 'word' : 'operator'
  if ((here === '<' || here === '>') && code[at + 1] === '(') return 'word'
  return operatorAt(code, at) > 0 ? 'operator' : 'word'
}

interface Reader {
  reading: Reading
  token: BashToken
  positions: Positions
  closer: string
}

function endOfToken({ reading, token: { kind, start }, positions, closer }: Reader): number {
  const { code } = reading
  if (kind === 'newline') return start + 1
  if (kind === 'comment') return lineEnd(code, start)
  if (kind === 'operator') return start + operatorAt(code, start)
  if (code.startsWith('((', start) && positions.isCommand('((')) return endOfArithmetic(reading, { mark: '((', start })
  if (code[start + 1] === '(' && (code[start] === '<' || code[start] === '>'))
    return reading.readCommands(start + 2, ')')
  return Math.max(endOfWord(reading, start, closer), start + 1)
}

function operatorAt(code: string, at: number): number {
  OPERATOR.lastIndex = at
  return OPERATOR.exec(code)?.[0].length ?? 0
}

const unquoted = (word: string): string => word.replace(/["'\\]/g, '')

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at)
  return end === -1 ? code.length : end
}

/** The offset behind the line that ends the document; undefined when there is none. */
function endOfDocument(
  code: string,
  start: number,
  { word, isIndented }: { word: string; isIndented: boolean },
): number | undefined {
  for (let at = start; at <= code.length; ) {
    const end = lineEnd(code, at)
    const line = code.slice(at, end)
    if ((isIndented ? line.replace(/^\t+/, '') : line) === word) return end
    at = end + 1
  }
  return undefined
}

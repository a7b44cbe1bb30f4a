/** The functions that the word reader needs from the command reader: the two call each other. */
export interface Reading {
  code: string
  /** Reads commands from `at` until the closing mark; returns the offset behind it, or the end of the code. */
  readCommands(at: number, closer: ')' | '`'): number
  /** Reads plain words from `at` until `)`, as in an array. */
  readList(at: number): number
  /** How deep the current expansion stands in other expansions. */
  nesting: number
  /** Called for every opening that is never closed. */
  onUnclosed(opening: Opening): void
}

/** An opening mark and its offset. */
export interface Opening {
  mark: "'" | '"' | '`' | '$(' | '${' | '$((' | '((' | '(' | '<<'
  start: number
}

const ENDS_WORD = new Set([' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')', ''])

/** The offset behind the word that begins at `start`. Quotes and substitutions belong to it; `stop` ends it. */
export function endOfWord(reading: Reading, start: number, stop: string): number {
  const { code } = reading
  let at = start
  while (!ENDS_WORD.has(code[at] ?? '') && (stop !== '`' || code[at] !== '`')) {
    at = endOfPiece(reading, at)
    const isArray = code[at] === '(' && code[at - 1] === '=' && /^\w+(?:\[[^\]]*\])?\+?=$/.test(code.slice(start, at))
    if (isArray) at = reading.readList(at + 1)
  }
  return at
}

/** The end of one character, or of the whole quote or expansion that it opens. */
function endOfPiece(reading: Reading, at: number): number {
  const { code } = reading
  const here = code[at]
  if (here === '\\') return Math.min(at + 2, code.length)
  if (here === "'") return endOfQuote(reading, { mark: "'", start: at }, code.indexOf("'", at + 1))
  if (here === '"') return endOfDoubleQuote(reading, at)
  if (here === '`') return reading.readCommands(at + 1, '`')
  if (here === '$') return endOfDollar(reading, at)
  return at + 1
}

function endOfQuote(reading: Reading, opening: Opening, close: number): number {
  if (close !== -1) return close + 1
  reading.onUnclosed(opening)
  return reading.code.length
}

function endOfDoubleQuote(reading: Reading, start: number): number {
  const { code } = reading
  for (let at = start + 1; at < code.length; ) {
    const here = code[at]
    if (here === '"') return at + 1
    if (here === '\\') at += 2
    else if (here === '`') at = reading.readCommands(at + 1, '`')
    else if (here === '$' && code[at + 1] !== "'" && code[at + 1] !== '"') at = endOfDollar(reading, at)
    else at += 1
  }
  return endOfQuote(reading, { mark: '"', start }, -1)
}

/** Deeper nesting is not read: a hostile source must not use up the stack. */
const DEEPEST = 40

function endOfDollar(reading: Reading, at: number): number {
  if (reading.nesting >= DEEPEST) return at + 1
  reading.nesting += 1
  const end = endOfExpansion(reading, at)
  reading.nesting -= 1
  return end
}

function endOfExpansion(reading: Reading, at: number): number {
  const { code } = reading
  if (code.startsWith('$((', at)) return endOfArithmetic(reading, { mark: '$((', start: at })
  if (code[at + 1] === '(') return reading.readCommands(at + 2, ')')
  if (code[at + 1] === '{') return endOfBraces(reading, at)
  if (code[at + 1] !== "'") return at + 1
  let end = at + 2
  while (end < code.length && code[end] !== "'") end += code[end] === '\\' ? 2 : 1
  return endOfQuote(reading, { mark: "'", start: at }, end < code.length ? end : -1)
}

function endOfBraces(reading: Reading, start: number): number {
  const { code } = reading
  const end = closingBrace(reading, start)
  if (end !== undefined) return end
  reading.onUnclosed({ mark: '${', start })
  const line = code.indexOf('\n', start)
  return line === -1 ? code.length : line
}

function closingBrace(reading: Reading, start: number): number | undefined {
  const { code } = reading
  for (let at = start + 2; at < code.length; ) {
    if (code[at] === '}') return at + 1
    // No expansion of a real program goes on for pages; a forgotten brace would swallow them.
    if (code[at] === '\n') break
    at = endOfPiece(reading, at)
  }
  return undefined
}

/** Arithmetic has parentheses of its own; it ends with two at once. */
export function endOfArithmetic(reading: Reading, opening: Opening): number {
  const { code } = reading
  let depth = 0
  for (let at = opening.start + opening.mark.length; at < code.length && code[at] !== '\n'; ) {
    if (code.startsWith('))', at) && depth === 0) return at + 2
    if (code[at] === '(') depth += 1
    if (code[at] === ')') depth -= 1
    if (depth < 0) break
    at = code[at] === '$' ? endOfDollar(reading, at) : at + 1
  }
  reading.onUnclosed(opening)
  const line = code.indexOf('\n', opening.start)
  return line === -1 ? code.length : line
}

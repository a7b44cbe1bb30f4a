/** The facts about a language that tell where its brackets and strings end. */
export interface Syntax {
  lineComment: string
  blockComment?: readonly [open: string, close: string]
  /** Longest first. */
  quotes: readonly string[]
  /** Quotes whose strings may span lines. */
  longQuotes: readonly string[]
  /** Quotes in whose strings a backslash escapes the next character. */
  escapes: readonly string[]
  hasRegex?: boolean
}

export interface Scan {
  take(line: string): void
  /** Open brackets; below zero after too many closing ones. */
  depth(): number
  /** Whether the code ends within a string or a comment. */
  isInText(): boolean
  /** The last line without strings and comments. */
  bare(): string
}

const BRACKETS: Record<string, number> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 }
/** A slash behind one of these, or at the start, begins a regular expression. */
const BEFORE_REGEX = '(,=:[!&|?{};+-*%~^<>'

/** Reads code line by line, each character once. Where it misreads code, the interpreter's error is better. */
export function createScan(syntax: Syntax): Scan {
  let depth = 0
  /** The end of the string or comment that the code is in. */
  let closing: string | undefined
  let bare = ''

  /** Takes the token at `at`, outside of strings; gives the place to continue. */
  function outside(line: string, at: number): number {
    const { lineComment, blockComment, quotes } = syntax
    const opens = (text: string) => line.startsWith(text, at)
    if (opens(lineComment) && (lineComment !== '#' || at === 0 || /[\s;(]/.test(line.charAt(at - 1))))
      return line.length
    if (blockComment && opens(blockComment[0])) {
      closing = blockComment[1]
      return at + blockComment[0].length
    }
    const quote = quotes.find(opens)
    if (quote !== undefined) {
      closing = quote
      return at + quote.length
    }
    if (syntax.hasRegex && opens('/') && isRegex(bare)) return endOfRegex(line, at)
    if (opens('\\')) {
      bare += line.slice(at, at + 2)
      return at + 2
    }
    depth += BRACKETS[line.charAt(at)] ?? 0
    bare += line.charAt(at)
    return at + 1
  }

  function inside(line: string, at: number, end: string): number {
    if (line.startsWith(end, at)) {
      closing = undefined
      bare += ' '
      return at + end.length
    }
    return line.charAt(at) === '\\' && syntax.escapes.includes(end) ? at + 2 : at + 1
  }

  return {
    take(line) {
      bare = ''
      for (let at = 0; at < line.length; ) at = closing === undefined ? outside(line, at) : inside(line, at, closing)
      const isShort = closing !== undefined && syntax.quotes.includes(closing) && !syntax.longQuotes.includes(closing)
      // A backslash at the end continues the string on the next line.
      if (isShort && !line.endsWith('\\')) closing = undefined
    },
    depth: () => depth,
    isInText: () => closing !== undefined,
    bare: () => bare.trimEnd(),
  }
}

function isRegex(before: string): boolean {
  let last = before.length - 1
  while (before[last] === ' ') last--
  return last < 0 || BEFORE_REGEX.includes(before.charAt(last))
}

function endOfRegex(line: string, start: number): number {
  let isInClass = false
  for (let at = start + 1; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '\\') at++
    else if (character === '[') isInClass = true
    else if (character === ']') isInClass = false
    else if (character === '/' && !isInClass) return at + 1
  }
  return line.length
}

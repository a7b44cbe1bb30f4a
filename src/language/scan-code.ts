import { endOfRegex } from './end-of-regex.ts'
import type { Lexis } from './lexis.ts'

export interface Scan {
  take(line: string): void
  /** Open brackets; below zero after too many closing ones. */
  depth(): number
  /** Whether the code ends within a string or a comment. */
  isInText(): boolean
  /** The last line without strings and comments. */
  bare(): string
  /** The last line without comments; a blank for each that code may follow. */
  kept(): string
}

const BRACKETS: Record<string, number> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 }
/** A slash behind one of these, or at the start, begins a regular expression. */
const BEFORE_REGEX = '(,=:[!&|?{};+-*%~^<>'

/** Reads code line by line, each character once. Where it misreads code, the interpreter's error is better. */
export function createScan(lexis: Lexis): Scan {
  const { lineComment, blockComment, quotes } = lexis
  const plain = without([lineComment, blockComment?.[0] ?? '', ...quotes, ...Object.keys(BRACKETS), '/', '\\'])
  const within = new Map([...quotes, blockComment?.[1] ?? ''].map((end) => [end, without([end, '\\'])]))
  let depth = 0
  /** The end of the string or comment that the code is in. */
  let closing: string | undefined
  let [bare, kept] = ['', '']

  const keep = (text: string, isCode: boolean) => {
    kept += text
    if (isCode) bare += text
    return text.length
  }

  /** Takes the token at `at`, outside of strings; gives the place to continue. */
  function outside(line: string, at: number): number {
    const run = runAt(plain, line, at)
    if (run) return at + keep(run, true)
    const opens = (text: string) => line.startsWith(text, at)
    if (opens(lineComment) && !(lexis.isCommentWord && /[^\s;&|()]/.test(line.charAt(at - 1)))) return line.length
    if (blockComment && opens(blockComment[0])) {
      closing = blockComment[1]
      keep(' ', false)
      return at + closing.length
    }
    const quote = quotes.find(opens)
    if (quote !== undefined) {
      closing = quote
      return at + keep(quote, false)
    }
    if (lexis.hasRegex && opens('/') && isRegex(bare)) return at + keep(regexAt(line, at), false)
    depth += BRACKETS[line.charAt(at)] ?? 0
    return at + keep(line.slice(at, at + (opens('\\') ? 2 : 1)), true)
  }

  function inside(line: string, at: number, end: string): number {
    const isEnd = line.startsWith(end, at)
    if (isEnd) {
      closing = undefined
      bare += ' '
    }
    const plainly = runAt(within.get(end), line, at).length
    const escaped = line.charAt(at) === '\\' && lexis.escapes.includes(end) ? 2 : 1
    const length = isEnd ? end.length : plainly || escaped
    if (quotes.includes(end)) kept += line.slice(at, at + length)
    return at + length
  }

  return {
    take(line) {
      ;[bare, kept] = ['', '']
      for (let at = 0; at < line.length; ) at = closing === undefined ? outside(line, at) : inside(line, at, closing)
      const isShort = closing !== undefined && quotes.includes(closing) && !lexis.longQuotes.includes(closing)
      // A backslash at the end continues the string on the next line.
      if (isShort && !line.endsWith('\\')) closing = undefined
    },
    depth: () => depth,
    isInText: () => closing !== undefined,
    bare: () => bare.trimEnd(),
    kept: () => kept,
  }
}

/** A run of characters with which none of the marks begins. */
function without(marks: readonly string[]): RegExp {
  const special = marks.map((mark) => mark.charAt(0).replace(/[\]\\^-]/, '\\$&')).join('')
  return new RegExp(`[^${special}]+`, 'y')
}

function runAt(pattern: RegExp | undefined, line: string, at: number): string {
  if (!pattern) return ''
  pattern.lastIndex = at
  return pattern.exec(line)?.[0] ?? ''
}

function isRegex(before: string): boolean {
  let last = before.length - 1
  while (before[last] === ' ') last--
  return last < 0 || BEFORE_REGEX.includes(before.charAt(last))
}

/** The regular expression that begins here; the rest of the line where none ends. */
function regexAt(line: string, at: number): string {
  const end = endOfRegex(line, at)
  return end < 0 ? line.slice(at) : line.slice(at, end)
}

import type { Token } from '../../../language/javascript/tokens.ts'
import type { Edit, Proposal } from '../strategy.ts'
import { onSyntax } from './javascript-strategy.ts'
import { GLOBALS, namesIn } from './known-names.ts'
import { placeQuote } from './place-quote.ts'
import { lineText, type Source } from './read-source.ts'

const LONGEST_LINE = 400
const MOST_LINES = 60

export const closeQuote = onSyntax({
  id: 'javascript/close-quote',
  title: 'Adds a missing quote, or escapes one inside of a text',
  prior: 0.85,
  propose: (source) =>
    unclosedQuotes(source)
      .slice(0, 3)
      .flatMap(({ line, quote }, order) => [
        ...joinLines(source, line, quote),
        ...escapeApostrophe(source, line, quote),
        ...endTemplate(source, line, quote),
        ...otherQuote(source, line, quote),
        ...addQuote(source, line, quote).map((each) => ({ ...each, sureness: each.sureness / (order + 1) })),
      ]),
})

/** A quote ends with its line. A template may go on, so every template over several lines is suspected once one has no end. */
function unclosedQuotes({ tokens }: Source): { line: number; quote: string }[] {
  const isOpenAtEnd = tokens.some(({ kind, isUnclosed }) => kind === 'template' && isUnclosed)
  const suspects = tokens.filter(
    (token) =>
      (token.kind === 'string' && token.isUnclosed) ||
      (token.kind === 'template' && isOpenAtEnd && (token.text.includes('\n') || token.isUnclosed)),
  )
  return suspects.map((token) => ({ line: token.line, quote: token.kind === 'string' ? (token.text[0] ?? '') : '`' }))
}

function addQuote(source: Source, line: number, quote: string): Proposal[] {
  const text = lineText(source, line)
  const start = source.lineStarts[line - 1] ?? 0
  if (text.length > LONGEST_LINE) return []
  const known = new Set([...GLOBALS, 'this', ...namesOutside(source, line)])
  return placeQuote({ text, quote, known }).map(({ at, replaces, penalty }, order) => ({
    edits: [{ start: start + at, end: start + at + replaces, text: quote }],
    why: `added the missing quote on line ${line}`,
    sureness: Math.max(0.05, 0.95 - penalty / 10 - order * 0.15),
  }))
}

/** Leaves out the broken line, where words may be text instead of names. */
function namesOutside(source: Source, line: number): string[] {
  const tokens: Token[] = source.tokens.filter((token) => token.line !== line)
  return [...namesIn({ ...source, tokens }).keys()]
}

/** `'don't'`: a quote between two letters is an apostrophe. */
function escapeApostrophe(source: Source, line: number, quote: string): Proposal[] {
  if (quote !== "'") return []
  const start = source.lineStarts[line - 1] ?? 0
  const found = [...lineText(source, line).matchAll(/(?<=[a-z])'(?=(?:s|t|re|ve|ll|d|m)\b)/gi)]
  const edits: Edit[] = found.map(({ index }) => ({ start: start + index, end: start + index, text: '\\' }))
  return edits.length === 0 ? [] : [{ edits, why: `escaped the apostrophe on line ${line}`, sureness: 0.93 }]
}

/** `'n is ${n}``: a text that ends with another quote than it begins with. */
function otherQuote(source: Source, line: number, quote: string): Proposal[] {
  const lineStart = source.lineStarts[line - 1] ?? 0
  const text = lineText(source, line)
  const open = source.tokens.find((token) => token.isUnclosed && token.line === line)
  const close = /(["'`])[)\]};,\s]*$/.exec(text)
  const start = open ? open.start - lineStart : text.length
  if (!open || !close || close[1] === quote || text.slice(start).split(close[1] ?? '').length !== 2) return []
  const isTemplate = /\$\{[^}]*\}/.test(text.slice(start)) && [quote, close[1]].includes('`')
  const wanted = isTemplate ? '`' : quote
  const edits = [start, close.index].filter((at) => text[at] !== wanted)
  return [
    {
      edits: edits.map((at) => ({ start: lineStart + at, end: lineStart + at + 1, text: wanted })),
      why: `ended the text on line ${line} with the quote it begins with`,
      sureness: 0.98,
    },
  ]
}

/** A string that was broken in two by a line end in place of `\n`. */
function joinLines(source: Source, line: number, quote: string): Proposal[] {
  const [first, second] = source.tokens.filter(
    (token) => token.isUnclosed && token.line >= line && token.line <= line + 1,
  )
  if (quote === '`' || !first || !second || second.line !== line + 1 || second.text[0] !== quote) return []
  const edit = { start: first.end, end: source.lineStarts[line] ?? first.end, text: '\\n' }
  return [{ edits: [edit], why: `wrote the line end inside of the text of line ${line} as \\n`, sureness: 0.9 }]
}

/** A template over many lines ends with its statement: before the brackets and the semicolon of its last line. */
function endTemplate(source: Source, line: number, quote: string): Proposal[] {
  if (quote !== '`') return []
  for (let at = line + 1; at <= Math.min(line + MOST_LINES, source.lineStarts.length); at++) {
    const text = lineText(source, at)
    const next = lineText(source, at + 1)
    const end = /\)*;?$/.exec(text)?.index ?? text.length
    if (end === text.length || text.length > LONGEST_LINE || /^[ \t]/.test(next)) continue
    const offset = (source.lineStarts[at - 1] ?? 0) + end
    return [
      {
        edits: [{ start: offset, end: offset, text: '`' }],
        why: `ended the template of line ${line} on line ${at}`,
        sureness: 0.7,
      },
    ]
  }
  return []
}

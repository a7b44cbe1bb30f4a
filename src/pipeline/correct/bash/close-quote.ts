import { lineAt } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { lineNumber } from './close-block.ts'
import { judgeQuotes } from './judge-quotes.ts'
import { readBash } from './read-bash.ts'

const LONGEST_LINE = 400
const MOST_LINES = 6
const LONGEST_PROGRAM = 4000
/** Nobody writes a line with a worse score. */
const WORST = 2.4

/** A lost quote turns everything behind it inside out; the line that lost it has an odd number of quotes. */
export const closeQuote: Strategy = {
  id: 'bash/close-quote',
  languages: ['bash'],
  title: 'Puts back a quotation mark that is missing at the beginning or the end of a string, or takes one of two away',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError', 'UnboundVariable', 'FileNotFound'],
  prior: 0.85,
  propose({ code, diagnosis }) {
    const { unclosed } = readBash(code)
    const isOpen = unclosed.some(({ mark }) => mark === '"' || mark === "'" || mark === '`')
    if (!isOpen && diagnosis.type !== 'SyntaxError') return []
    const lines = oddLines(code)
    const inLines = lines.slice(0, MOST_LINES).flatMap(({ start, mark }) => mendLine(code, start, mark))
    const proposals = [
      ...inLines,
      ...lines.slice(0, MOST_LINES).flatMap(({ start, mark }) => (mark === "'" ? quoteApostrophe(code, start) : [])),
      ...unclosed.flatMap(({ mark, start }) => (mark === "'" ? closeProgram(code, start) : [])),
    ]
    return proposals.sort((one, other) => other.sureness - one.sureness).slice(0, 8)
  },
}

/** Lines that, read alone, leave a quote open. In a program with long strings, correct lines are among them. */
function oddLines(code: string): { start: number; mark: '"' | "'" | '`' }[] {
  const found: { start: number; mark: '"' | "'" | '`' }[] = []
  const skipped = documentsOf(code)
  for (let start = 0; start < code.length; ) {
    const { end, text } = lineAt(code, start)
    // The marks of a fence are no quotes: it is taken away as a whole.
    const isPlain = !/^\s*```/.test(text) && !skipped.some(({ start: from, end: to }) => start >= from && start < to)
    const open = isPlain && text.length <= LONGEST_LINE ? openQuote(text) : undefined
    if (open) found.push({ start, mark: open })
    start = end + 1
  }
  return found
}

/** Bodies of here-documents, found without trusting the quotes between them. */
function documentsOf(code: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const match of code.matchAll(/<<-?[ \t]*(["']?)([A-Za-z_]\w*)\1/g)) {
    const start = lineAt(code, match.index).end + 1
    if (start <= (found.at(-1)?.end ?? -1)) continue
    const end = new RegExp(`^[ \\t]*${match[2]}[ \\t]*$`, 'm').exec(code.slice(start, start + 100_000))
    if (end) found.push({ start, end: start + end.index })
    if (found.length > 50) break
  }
  return found
}

function openQuote(text: string): '"' | "'" | '`' | undefined {
  const mark = readBash(text).unclosed.find((opening) => ['"', "'", '`'].includes(opening.mark))?.mark
  return mark as '"' | "'" | '`' | undefined
}

function mendLine(code: string, lineStart: number, open: '"' | "'" | '`'): Proposal[] {
  const whole = lineAt(code, lineStart).text
  // Behind the string another one may begin that goes on over several lines, such as a program for awk.
  const text = open === '"' ? whole.replace(/'[^'"]*\{\s*$/, '').trimEnd() || whole : whole
  const marks =
    open === "'" && text.includes('"') ? ["'", '"'] : open === '"' && text.includes("'") ? ['"', "'"] : [open]
  const inserted = marks.flatMap((mark) =>
    placesIn(text).map((at) => ({ at, end: at, mark, cost: mark === open ? 0 : 1.5 })),
  )
  // A string that begins with one kind of quote and ends with the other.
  const swapped = [...text.matchAll(/(?<!\p{L})["']|["'](?!\p{L})/gu)].slice(0, 60).map(({ index, 0: mark }) => {
    const cost = isLonely(text, index) ? CERTAIN : 0.2
    return { at: index, end: index + 1, mark: mark === '"' ? "'" : '"', cost }
  })
  // A mark beside another one may be one too many.
  const dropped = [...text.matchAll(/["'](?=["'])|(?<=["'])["']/g)]
    .slice(0, 20)
    .map(({ index }) => ({ at: index, end: index + 1, mark: '', cost: 0 }))
  const candidates = [...inserted, ...swapped, ...dropped].flatMap((one) => {
    const badness = judgeQuotes(text.slice(0, one.at) + one.mark + text.slice(one.end))
    return badness === undefined || badness + one.cost > WORST ? [] : [{ ...one, badness: badness + one.cost }]
  })
  candidates.sort((one, other) => one.badness - other.badness || other.at - one.at)
  return candidates.slice(0, 4).map(({ at, end, mark, badness }, index) => ({
    edits: [{ start: lineStart + at, end: lineStart + end, text: mark }],
    why:
      mark === ''
        ? `took a quotation mark away that stood twice on line ${lineNumber(code, lineStart)}`
        : `put the missing ${mark} back on line ${lineNumber(code, lineStart)}`,
    sureness: Math.min(1, Math.max(0.1, 0.95 - 0.12 * badness - 0.1 * index)),
  }))
}

const APOSTROPHE = /(?<=^|[\s=(])'([^']*\p{L}'\p{L}[^']*)'(?=$|[\s;|&)])/u

/** `'It's fine'`: the text gets quotation marks, or where these would change it, its apostrophe is written outside of the quotes. */
function quoteApostrophe(code: string, lineStart: number): Proposal[] {
  const line = lineAt(code, lineStart).text
  const found = APOSTROPHE.exec(line)
  const inside = found?.[1]
  if (!found || inside === undefined || line.split("'").length !== 4) return []
  const text = /[$`"\\!]/.test(inside) ? `'${inside.replace("'", "'\\''")}'` : `"${inside}"`
  const start = lineStart + found.index
  const why = `quoted the text with an apostrophe on line ${lineNumber(code, lineStart)}`
  return [{ edits: [{ start, end: start + found[0].length, text }], why, sureness: 0.99 }]
}

const CERTAIN = -1

/** The only mark of its kind on the line, and no apostrophe within a word: it has no partner but a mark of the other kind. */
function isLonely(text: string, at: number): boolean {
  const isWithin = /\p{L}/u.test(text[at - 1] ?? '') && /\p{L}/u.test(text[at + 1] ?? '')
  return !isWithin && text.split(text[at] ?? '').length === 2
}

/** A program in quotes over several lines, such as one for awk, ends with the brace that closes its first one. */
function closeProgram(code: string, start: number): Proposal[] {
  const text = code.slice(start + 1, start + 1 + LONGEST_PROGRAM)
  if (!/^[^\n]*\{[ \t]*(?:#[^\n]*)?\n/.test(text)) return []
  let depth = 0
  for (const { index, 0: sign } of text.matchAll(/[{}]/g)) {
    depth += sign === '{' ? 1 : -1
    if (depth > 0) continue
    const at = start + 1 + index + 1
    const why = `closed the program in quotes that begins on line ${lineNumber(code, start)}`
    return [{ edits: [{ start: at, end: at, text: "'" }], why, sureness: 0.97 }]
  }
  return []
}

/** The starts and ends of all words between spaces and signs. */
function placesIn(text: string): number[] {
  const places = new Set([text.trimEnd().length, text.length])
  for (const match of text.matchAll(/[^\s;|&()]+/g)) {
    places.add(match.index)
    places.add(match.index + match[0].length)
  }
  for (const match of text.matchAll(/[=)\]}]/g)) places.add(match.index + 1).add(match.index)
  return [...places].slice(0, 120)
}

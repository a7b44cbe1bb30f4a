import { type Line, linesOf } from '../lines.ts'
import type { Edit, Proposal } from '../strategy.ts'

const FENCE = /^\s*(?:```|~~~)/
const MOST_LINES = 20_000

/** Removes the surroundings of the code in an answer: fences, and sentences before and behind. */
export function withoutSurroundings(
  code: string,
  { comment, isCode, isStrict }: { comment: string; isCode(line: string): boolean; isStrict?: boolean },
): Proposal[] {
  const lines = linesOf(code, MOST_LINES)
  const fences = lines.filter(({ text }) => FENCE.test(text))
  const outside = outsideOf(lines, fences)
  // Where code stands between fences, a short line outside of them is none either.
  const isProse = (line: string) =>
    !isCode(line) && ((isStrict === true && fences.length > 1) || isSentence(line.trim()))
  const prose = proseOf(outside, { isProseLine: isProse, isFenced: fences.length > 1 })
  const edits: Edit[] = [
    ...fences.map(({ start, end }) => ({ start, end: Math.min(end + 1, code.length), text: '' })),
    ...prose.map(({ start }) => ({ start, end: start, text: `${comment} ` })),
  ].sort((one, other) => one.start - other.start)
  if (edits.length === 0) return []
  const why =
    fences.length > 0
      ? 'left the fences and the sentences around the code out'
      : 'made comments of the sentences around the code'
  return [{ edits, why, sureness: fences.length > 0 ? 0.95 : 0.8 }]
}

/** The lines before the first fence and behind the last; all lines without fences. */
function outsideOf(lines: Line[], fences: Line[]): Line[] {
  const [first] = fences
  const last = fences.at(-1)
  if (!first || !last) return lines
  const isClosing = fences.length > 1
  return lines.filter(({ start }) => start < first.start || (isClosing && start > last.start))
}

/** Lines at either end that read as sentences, up to the first other line and from behind the last one. */
function proseOf(
  lines: Line[],
  { isProseLine, isFenced }: { isProseLine(line: string): boolean; isFenced: boolean },
): Line[] {
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const isProse = ({ text }: Line) => isProseLine(text)
  const first = filled.findIndex((line) => !isProse(line))
  if (first === -1) return isFenced ? filled : []
  const last = filled.findLastIndex((line) => !isProse(line))
  return [...filled.slice(0, first), ...filled.slice(last + 1)]
}

/** Several words that begin like a sentence and end like one; or a heading or a point of a list. */
export function isSentence(text: string): boolean {
  const words = text.split(/\s+/)
  if (/^(?:#{2,6}|[*-]|\d+\.)\s+[A-Z`*]/.test(text)) return words.length >= 2
  if (!/^[A-Z"*_`][\w'’*`"]*[,:!]?(?:\s|$)/.test(text)) return false
  const plain = words.filter((word) => /^["'(*`]*[A-Za-z][A-Za-z'’-]*[)"'*`]*[.,:;!?]*$/.test(word)).length
  return words.length >= 3
    ? plain / words.length >= 0.6 && (/[.:!?]["'*)`]*$/.test(text) || plain === words.length)
    : /^(?:Sure|Certainly|Output|Example|Usage|Note|Here|Explanation|Solution)\b.*[.:!]$/.test(text)
}

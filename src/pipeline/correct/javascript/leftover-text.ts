import { tokenize } from '../../../language/javascript/tokens.ts'
import type { Edit } from '../strategy.ts'
import { withoutResidue } from '../text/residue.ts'
import { onError } from './javascript-strategy.ts'
import { lineText, type Source } from './read-source.ts'

const FENCE = /^\s*(?:`{3,}|~{3,})\s*[\w+.-]*\s*$/
const TAG = /^\s*<\/?script[^<>]*>\s*$/i
const PROMPT = /^\s*(?:>{1,3}|\.{3}|\$) /
const NUMBERED = /^\s*(\d+)\s*(?:[|:.](?:\s|$)|\s|$)/

export const leftoverText = onError({
  id: 'javascript/leftover-text',
  title: 'Turns prose around the program into comments, and takes away fences, prompts and line numbers',
  prior: 0.95,
  answers: ['SyntaxError', 'ReferenceError', 'TypeError'],
  propose: (source, { diagnosis }) => {
    const lines = source.lineStarts.map((_, index) => lineText(source, index + 1))
    // The parser takes a fence for three templates, one of which is called.
    const cleaned =
      diagnosis.type === 'TypeError'
        ? [frame(source, lines)]
        : [
            frame(source, lines),
            prompts(source, lines),
            numbers(source, lines),
            prose(source, lines),
            commentEnd(source, lines),
          ]
    const apart = cleaned.flatMap((edits) =>
      edits.length === 0
        ? []
        : [{ edits, why: 'set apart what is not JavaScript: prose, fences or prompts', sureness: 0.9 }],
    )
    return [...apart, ...withoutResidue(source.code)]
  },
})

/** Removes fences; text outside of them is no program and becomes a comment. */
function frame(source: Source, lines: string[]): Edit[] {
  const fences = lines.flatMap((line, index) => (FENCE.test(line) || TAG.test(line) ? [index] : []))
  const [first, last] = [fences[0], fences.at(-1)]
  if (first === undefined || last === undefined) return []
  const isOpened = !/^\s*(?:`+|~+)\s*$/.test(lines[first] ?? '') || fences.length > 1
  return lines.flatMap((line, index) => {
    if (fences.includes(index)) return [dropLine(source, index)]
    const isOutside = (isOpened && index < first) || (index > last && (fences.length > 1 || !isOpened))
    return isOutside && line.trim() !== '' && isProse(line) ? [comment(source, index)] : []
  })
}

/** A session consists of prompts; lines without one are output. */
function prompts(source: Source, lines: string[]): Edit[] {
  const marked = lines.filter((line) => PROMPT.test(line)).length
  const filled = lines.filter((line) => line.trim() !== '').length
  if (marked === 0 || marked * 2 < filled) return []
  return lines.flatMap((line, index) => {
    const start = source.lineStarts[index] ?? 0
    const length = PROMPT.exec(line)?.[0].length
    if (length !== undefined) return [{ start, end: start + length, text: '' }]
    return line.trim() === '' ? [] : [comment(source, index)]
  })
}

/** Numbers before every line; text may follow behind the last one. */
function numbers(source: Source, lines: string[]): Edit[] {
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, index }]))
  const read = filled.map(({ line, index }) => ({ index, match: NUMBERED.exec(line) }))
  const first = Number(read[0]?.match?.[1])
  const next = read.findIndex(({ match }, order) => !match || Number(match[1]) !== first + order)
  const numbered = next === -1 ? read : read.slice(0, next)
  const behind = filled.slice(numbered.length)
  if (numbered.length <= 2 || !behind.every(({ line }) => isProse(line))) return []
  const edits = numbered.map(({ index, match }) => {
    const start = source.lineStarts[index] ?? 0
    return { start, end: start + (match?.[0].length ?? 0), text: '' }
  })
  return [...edits, ...behind.map(({ index }) => comment(source, index))]
}

/** The first line ends a comment whose beginning was left behind. */
function commentEnd(source: Source, [first = '']: string[]): Edit[] {
  return first.trim() === '*/' ? [dropLine(source, 0)] : []
}

/** Only lines that begin outside of templates and comments of several lines. */
function prose(source: Source, lines: string[]): Edit[] {
  const begins = new Set(source.tokens.filter(({ isFirst }) => isFirst).map(({ line }) => line))
  return lines.flatMap((line, index) => (begins.has(index + 1) && isProse(line) ? [comment(source, index)] : []))
}

/** Three words in a row that are no operands, and no sign that only code has. */
export function isProse(line: string): boolean {
  const text = line.trim()
  if (text.length > 1000) return false
  if (/^(?:#{1,6} |\*\*|[-*] \*\*)/.test(text)) return true
  const isFramed = /^\p{Lu}[\p{Ll}’']*,? \p{L}/u.test(text) && /[.:!?]$/.test(text)
  const bare = text.replace(/`[^`]*`/g, '').replace(isFramed ? / [\w.]+\([^()]*\)(?=[ .,:])/g : /$^/g, ' it')
  if (/[{};=]|=>|\$\{|^\/\/|^[/*]|\(\)|\w\(/.test(bare)) return false
  const words = tokenize(bare.replace(/(\p{L})['’](?=\p{L})/gu, '$1')).filter(({ kind }) => kind !== 'comment')
  let [row, longest] = [0, 0]
  for (const token of words) {
    const isPlain =
      token.kind === 'name' &&
      !/^(?:const|let|var|function|return|import|export|class|async|await|new|typeof|throw)$/.test(token.text)
    row = isPlain ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest >= 3 || (longest >= 2 && /^\p{Lu}/u.test(text) && /[.:!?]$/.test(text))
}

function dropLine({ lineStarts, code }: Source, index: number): Edit {
  const start = lineStarts[index] ?? 0
  return { start, end: lineStarts[index + 1] ?? code.length, text: '' }
}

const comment = ({ lineStarts }: Source, index: number): Edit => {
  const start = lineStarts[index] ?? 0
  return { start, end: start, text: '// ' }
}

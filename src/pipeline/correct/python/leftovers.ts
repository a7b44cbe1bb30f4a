import { isNoise } from '../is-noise.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { best, propose } from './edits.ts'
import { type Line, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const leftovers: Strategy = {
  id: 'python/leftovers',
  languages: ['python'],
  title: 'Turns what was copied along with the code (prompts, fences, line numbers, sentences) into code or comments',
  answers: SYNTAX_ERRORS,
  prior: 0.95,
  propose({ code, diagnosis }) {
    const { lines } = readProgram(code)
    const prose = commented(lines.filter((line) => isProse(line) && !isMarkup(line) && standsApart(lines, line)))
    const markup = commented(lines.filter(isMarkup))
    const session = promptEdits(lines)
    const numbers = lineNumbers(lines)
    const failing = commented(
      lines.filter((line) => line.number === diagnosis.line && isSentence(line.text) && standsApart(lines, line)),
    )
    return best([
      propose(session, 'took away the prompts of a console session', 0.97),
      propose(
        [...markup, ...prose].sort((a, b) => a.start - b.start),
        'made comments of lines that are no code',
        prose.length ? 0.9 : 0.97,
      ),
      propose(markup, 'made comments of lines that are markup', 0.85),
      propose(numbers, 'took away the line numbers', 0.95),
      propose(failing, `made a comment of line ${diagnosis.line}`, 0.5),
    ])
  },
}

export const commented = (lines: Line[]): Edit[] =>
  lines.map(({ start, indent }) => ({ start: start + indent.length, end: start + indent.length, text: '# ' }))

const isMarkup = ({ text }: Line): boolean =>
  /^\s*(?:`{3,}|~{3,})/.test(text) ||
  (/^\s*(?:#{1,6} .*|-{3,}|={3,}|\*{3,}|<\/?(?:code|pre|p|div)>)\s*$/.test(text) && !text.trimStart().startsWith('#'))

const STATEMENTS =
  /^\s*(?:def|class|return|import|from|for|while|if|elif|else|try|except|with|raise|print|assert|del|global|pass|lambda|yield|async|await|not|None|True|False|case|match)\b/

/** A line of words, as in a sentence; `for each in items:` is one too, but ends like code. */
function isSentence(text: string): boolean {
  if (STATEMENTS.test(text) && !/[\p{L}][.!?]$/u.test(text.trim())) return false
  return /^\s*[\p{L}][\p{L}'’]*(?: [\p{L}\p{N}'’,.`()"-]+){2,}\s*$/u.test(text) && !/[=([{]\S/.test(text)
}

/** Sentences stand at the margin, before or behind the code; a misspelt line of code has other lines around it. */
function standsApart(lines: Line[], { number, indent, text }: Line): boolean {
  const [above, below] = [lines[number - 2], lines[number]]
  const isApart = (line: Line | undefined) =>
    line === undefined || line.text.trim() === '' || isMarkup(line) || isProse(line)
  const opensBlock = text.trimEnd().endsWith(':') && (below?.indent ?? '') !== ''
  return indent === '' && !opensBlock && (isApart(above) || isApart(below))
}

function isProse({ text, tokens }: Line): boolean {
  if (tokens.length === 0 || text.length > 1000 || /"""|'''/.test(text) || /^\s*#/.test(text)) return false
  if (/^\s*(?:(?:\*\*|__)[^=()]+(?:\*\*|__):?|\*\*[^*=()]+\*\*:?\s+\p{L}.*)\s*$/u.test(text)) return true
  if (STATEMENTS.test(text) && !/[\p{L}][.!?]$/u.test(text.trim())) return false
  return isNoise(text) && !/^\s*(?:@|\/\/|\/\*|\*)/.test(text)
}

/** `>>> ` and `... ` stand before typed lines; the other lines of such a session are its output. */
function promptEdits(lines: Line[]): Edit[] {
  const isTyped = ({ text }: Line) => /^\s*(?:>>>|\.\.\.)(?: |$)|^In \[\d+\]: /.test(text)
  if (!lines.some(({ text }) => /^\s*>>> |^In \[\d+\]: /.test(text))) return []
  return lines.flatMap((line): Edit[] => {
    const { start, text, indent } = line
    const prompt = /^\s*(?:>>>|\.\.\.) ?|^In \[\d+\]: /.exec(text)?.[0]
    if (isTyped(line) && prompt !== undefined) return [{ start, end: start + prompt.length, text: '' }]
    const isOutput = text.trim() !== '' && !text.trim().startsWith('#') && isAfterSession(lines, line)
    return isOutput ? [{ start: start + indent.length, end: start + indent.length, text: '# ' }] : []
  })
}

/** Output follows typed lines without a gap. */
function isAfterSession(lines: Line[], { number }: Line): boolean {
  for (let at = number - 2; at >= 0 && number - at < 50; at--) {
    const text = lines[at]?.text ?? ''
    if (/^\s*(?:>>>|\.\.\.)/.test(text)) return true
    if (text.trim() === '') return false
  }
  return false
}

/** `12  x = 1`, on every line and counting up. */
function lineNumbers(lines: Line[]): Edit[] {
  const full = lines.filter(({ text }) => text.trim() !== '')
  const found = full.map(({ text, start }) => ({ start, text, found: /^\s*(\d+)(?:[.:)]| *\|)?(?=\s|$)/.exec(text) }))
  const counts = found.every(
    ({ found: each }, index) => each && Number(each[1]) > Number(found[index - 1]?.found?.[1] ?? -1),
  )
  if (!counts || full.length < 2) return []
  const behind = found.map(({ text, found: each }) => text.slice(each?.[0].length ?? 0))
  const gap = behind
    .filter((text) => text.trim() !== '')
    .reduce((least, text) => Math.min(least, text.search(/\S/)), Number.POSITIVE_INFINITY)
  return found.map(({ start, found: each, text }) => {
    const end = Math.min((each?.[0].length ?? 0) + gap, text.length)
    return { start, end: start + end, text: '' }
  })
}

import type { Proposal, Strategy } from '../strategy.ts'
import { best, insert, propose } from './edits.ts'
import { type Line, type Program, readProgram, widthOf } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const closeTripleQuote: Strategy = {
  id: 'python/close-triple-quote',
  languages: ['python'],
  title: 'Closes a text in triple quotes where the code goes on',
  answers: SYNTAX_ERRORS,
  prior: 0.85,
  propose({ code }) {
    const program = readProgram(code)
    return best(['"""', "'''"].flatMap((quote) => [...shortened(program, quote), ...missing(program, quote)]))
  },
}

const countOf = (text: string, part: string): number => text.split(part).length - 1
const MOST_PLACES = 6

/** An odd number of them: every line with a single one may be where the other was lost. */
function missing(program: Program, quote: string): Proposal[] {
  if (countOf(program.code, quote) % 2 === 0) return []
  const single = program.lines.filter(({ text }) => countOf(text, quote) === 1)
  return single.slice(0, MOST_PLACES).flatMap((line) => [...ends(program, line, quote), ...begins(line, quote)])
}

/** Where a text that starts on this line may end. */
function ends(program: Program, line: Line, quote: string): Proposal[] {
  const why = `closed the text that starts on line ${line.number}`
  const at = line.text.indexOf(quote)
  const isOpener = /^(?:.*[=(,]\s*)?[rbfuRBFU]{0,2}$/.test(line.text.slice(0, at).trim())
  if (!isOpener) return []
  const after = program.lines.slice(line.number).filter(({ text }) => text.trim() !== '')
  const codeAt = after.findIndex((next) => looksLikeCode(next, line))
  const hasText = line.text.slice(at + quote.length).trim() !== ''
  const here = hasText ? [propose(insert(line.end, quote), why, codeAt === 0 ? 0.93 : 0.5)] : []
  const before = after[codeAt - 1]
  if (!before) return here
  const isUsual = program.lines.some(({ text }) => text.trim() === quote)
  const text = isUsual || !hasText ? `\n${line.indent}${quote}` : quote
  return [...here, propose(insert(before.end, text), why, 0.85)]
}

/** A line that ends a text whose start was lost. */
function begins(line: Line, quote: string): Proposal[] {
  const before = line.text.slice(0, line.text.indexOf(quote))
  if (before.trim() === '' || /[=(,]\s*[rbfuRBFU]{0,2}$/.test(before)) return []
  return [
    propose(insert(line.start + line.indent.length, quote), `opened the text that ends on line ${line.number}`, 0.8),
  ]
}

const CODE =
  /^(?:(?:def|class|return|import|from|for|while|if|elif|else|try|with|raise|print|self|async|yield|pass|break|continue|assert|del|global|@)\b.*(?:[:()=]|\w$)|[\w.[\]'"]+ *(?:=|\+=|\()|@)/

function looksLikeCode({ text, indent }: Line, opener: Line): boolean {
  return CODE.test(text.trim()) || widthOf(indent) < widthOf(opener.indent)
}

/** Two quotes where three were meant, on one side. */
function shortened({ lines }: Program, quote: string): Proposal[] {
  const two = quote.slice(1)
  return lines.flatMap((line) => {
    const text = line.text.trimEnd()
    const at = line.indent.length
    const why = `completed the triple quotes of line ${line.number}`
    const atStart = text.startsWith(two, at) && !text.startsWith(quote, at) && /^["'][\p{L}]/u.test(text.slice(at + 1))
    const atEnd =
      text.endsWith(two) && !text.endsWith(quote) && text.length > at + 2 && !/[=(,[{: ]$/.test(text.slice(0, -2))
    if (atStart) return [propose(insert(line.start + at, quote.slice(0, 1)), why, 0.95)]
    return atEnd ? [propose(insert(line.start + text.length, quote.slice(0, 1)), why, 0.9)] : []
  })
}

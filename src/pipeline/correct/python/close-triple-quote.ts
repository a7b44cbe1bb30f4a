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

const LONGEST_LINE = 1000

interface Mark {
  line: Line
  /** Where in the line. */
  at: number
  /** How it looks: a text begins here, ends here, or both are possible. */
  looks: 'open' | 'close' | 'either'
}

/** An odd number of them: the first that does not look as its turn asks for tells where the other was lost. */
function missing(program: Program, quote: string): Proposal[] {
  const marks = program.lines.flatMap((line) => marksIn(program, line, quote))
  if (marks.length % 2 === 0) return []
  const wrong = marks.findIndex(({ looks }, turn) => looks === (turn % 2 === 0 ? 'close' : 'open'))
  const at = wrong === -1 ? marks.length - 1 : wrong
  const [before, mark, last] = [marks[at - 1], marks[at], marks.at(-1)]
  const isOpenTurn = at % 2 === 0
  const first = isOpenTurn
    ? mark
      ? [...begins(mark, quote), ...ends(program, mark, quote)]
      : []
    : before
      ? ends(program, before, quote)
      : []
  const other =
    last && last !== mark ? ends(program, last, quote).map((each) => ({ ...each, sureness: each.sureness - 0.3 })) : []
  return [...first, ...other]
}

function marksIn({ lines }: Program, line: Line, quote: string): Mark[] {
  const marks: Mark[] = []
  if (line.text.length > LONGEST_LINE) return marks
  for (let at = line.text.indexOf(quote); at !== -1; at = line.text.indexOf(quote, at + 3)) {
    const [before, after] = [line.text.slice(0, at).trim(), line.text.slice(at + 3).trim()]
    const startsValue = /(?:^|[=(,[{:+]|return)\s*[rbfu]{0,2}$/i.test(before)
    const above = lines[line.number - 2]?.text.trim() ?? ''
    const followsHead = /:$/.test(above) && before === ''
    const looks =
      marks.length === 1 || !startsValue ? 'close' : after !== '' || before !== '' || followsHead ? 'open' : 'either'
    marks.push({ line, at, looks: /^[).,\]}]|^\.\w/.test(after) && before === '' ? 'close' : looks })
  }
  return marks
}

/** Where a text that starts with this mark may end: on its line, or before the first line of code. */
function ends(program: Program, { line, at }: Mark, quote: string): Proposal[] {
  const why = `closed the text that starts on line ${line.number}`
  const after = program.lines.slice(line.number).filter(({ text }) => text.trim() !== '')
  const codeAt = after.findIndex((next) => looksLikeCode(next, line))
  const hasText = line.text.slice(at + quote.length).trim() !== ''
  const next = program.lines[line.number]
  const isShort = codeAt === 0 || next?.text.trim() === ''
  const here = hasText ? [propose(insert(line.end, quote), why, isShort ? 0.93 : 0.5)] : []
  const before = after[codeAt === -1 ? after.length - 1 : codeAt - 1]
  if (!before || codeAt === 0) return here
  const emptied = program.lines[before.number]
  // The quotes often stood on a line of their own, which is still there.
  const isLeft = emptied !== undefined && emptied.text.trim() === '' && emptied.text !== ''
  // In a text that is a value a line break more would be seen.
  const isValue = line.text.slice(0, at).trim() !== '' && hasText
  const text = isValue ? quote : `\n${line.indent}${quote}`
  const edit = isLeft ? insert(emptied.end, quote) : insert(before.end, text)
  return [...here, propose(edit, why, isShort && hasText ? 0.7 : 0.88)]
}

/** A line that ends a text whose start was lost. */
function begins({ line, at, looks }: Mark, quote: string): Proposal[] {
  if (looks === 'open' || line.text.slice(0, at).trim() === '') return []
  return [
    propose(insert(line.start + line.indent.length, quote), `opened the text that ends on line ${line.number}`, 0.9),
  ]
}

const WORDS =
  /^(?:def|class|return|import|from|for|while|if|elif|else|try|with|raise|async|yield|pass|break|continue|assert|del|global)\b.*(?:[:()=\]'"]|\w)$/
const SIGNS = /^(?:[\w.[\]'"]+ *(?:=|\+=|\()|@\w|[\w.]+\()/

function looksLikeCode({ text, indent }: Line, opener: Line): boolean {
  const plain = text.trim()
  const isHead =
    WORDS.test(plain) && (/[:()=*+/%<>[\]{}]/.test(plain) || plain.split(' ').length < 3) && !/[a-z]\.$/.test(plain)
  return isHead || SIGNS.test(plain) || /^# /.test(plain) || widthOf(indent) < widthOf(opener.indent)
}

/** Two quotes where three were meant, on one side. */
function shortened({ lines }: Program, quote: string): Proposal[] {
  const two = quote.slice(1)
  return lines.flatMap((line) => {
    const text = line.text.trimEnd()
    const at = line.indent.length
    const why = `completed the triple quotes of line ${line.number}`
    const atStart = text.startsWith(two, at) && !text.startsWith(quote, at) && /^["'][\p{L}]/u.test(text.slice(at + 1))
    const isBare = text.length > at + 2 && !/[=(,[{: ]$/.test(text.slice(0, -2))
    const atEnd = text.endsWith(two) && !text.endsWith(quote) && isBare
    if (atStart) return [propose(insert(line.start + at, quote.slice(0, 1)), why, 0.95)]
    return atEnd ? [propose(insert(line.start + text.length, quote.slice(0, 1)), why, 0.9)] : []
  })
}

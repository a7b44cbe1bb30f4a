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
  propose({ code, diagnosis }) {
    const program = readProgram(code)
    return best(
      ['"""', "'''"].flatMap((quote) => [
        ...shortened(program, quote),
        ...missing(program, quote),
        ...resumed(program, quote, diagnosis.line ?? 0),
      ]),
    )
  },
}

const LONGEST_LINE = 1000

interface Mark {
  line: Line
  /** Offset in the line. */
  at: number
  /** Whether the mark looks like the beginning of a text, its end, or either. */
  looks: 'open' | 'close' | 'either'
}

/** For an odd number of marks: the first one that looks out of turn shows the place of the lost one. */
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

const MOST_PLACES = 4

/** Places where a text that starts with this mark may end: on its line, on a line that was left blank, or before a line of code. */
function ends(program: Program, mark: Mark, quote: string): Proposal[] {
  const { line, at } = mark
  const why = `closed the text that starts on line ${line.number}`
  const after = program.lines.slice(line.number).filter(({ text }) => text.trim() !== '')
  const code = after.flatMap((next, index) => (looksLikeCode(next, line) ? [index] : [])).slice(0, MOST_PLACES)
  const hasText = line.text.slice(at + quote.length).trim() !== ''
  const isShort = code[0] === 0 || program.lines[line.number]?.text.trim() === ''
  const here = hasText ? [propose(insert(line.end, quote), why, isShort ? 0.93 : 0.5)] : []
  // The quotes often stood on a line of their own, of which only the indentation is left.
  const left = program.lines
    .slice(line.number)
    .find(({ text, indent }) => text !== '' && text === line.indent && indent !== '')
  const above = after.findLast(({ number }) => number < (left?.number ?? 0))
  const isText = above === undefined || /[.!?]$/.test(above.text.trim()) || !looksLikeCode(above, line)
  const blank = left ? [propose(insert(left.end, quote), why, isText ? 0.95 : 0.6)] : []
  const places = code.length > 0 ? code : [after.length]
  const before = places.flatMap((place, order) => {
    const last = after[place - 1]
    // In a text that is a value an added line break would change the value.
    const isValue = line.text.slice(0, at).trim() !== '' && hasText
    const text = isValue ? quote : `\n${line.indent}${quote}`
    const sureness = (isShort && hasText ? 0.7 : 0.88) - order * 0.1
    return last ? [propose(insert(last.end, text), why, sureness)] : []
  })
  return [...here, ...blank, ...before]
}

/** Opens a text that ends on this line and has lost its start. */
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
  return isHead || SIGNS.test(plain) || /^#/.test(plain) || widthOf(indent) < widthOf(opener.indent)
}

/** Two quotes in place of three, on one side. */
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

/** A text that was closed and goes on in words until it is closed again: the first end is none. */
function resumed({ lines }: Program, quote: string, failing: number): Proposal[] {
  const ends = lines.filter(({ text }) => text.trim() === quote)
  const early = ends.findLast(({ number }) => number < failing)
  const late = ends.find(({ number }) => number >= failing)
  if (!early || !late) return []
  const between = lines.slice(early.number, late.number - 1).filter(({ text }) => text.trim() !== '')
  const [first] = between
  if (!first || between.some(({ text }) => text.includes(quote))) return []
  const isProse =
    !/^\s*(?:def|class|return|import|from|for|while|if|try|with|@)\b.*[:)\]\w]$/.test(first.text) &&
    / \p{L}/u.test(first.text)
  const edit = { start: early.start, end: early.end, text: '' }
  return isProse ? [propose(edit, `let the text go on that was closed on line ${early.number}`, 0.9)] : []
}

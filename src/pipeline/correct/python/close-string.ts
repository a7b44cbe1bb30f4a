import type { Token } from '../../../language/python/tokens.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf } from './definitions.ts'
import { best, propose } from './edits.ts'
import { type LineContext, plausibilityOf } from './line-plausibility.ts'
import { type Line, type Program, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const closeString: Strategy = {
  id: 'python/close-string',
  languages: ['python'],
  title: 'Closes or opens a quote that has no partner, or escapes one inside of a text',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code }) {
    const program = readProgram(code)
    const open = program.tokens.filter(({ string }) => string && !string.isClosed && string.quote.length === 1)
    return best(open.slice(0, MOST_STRINGS).flatMap((token) => proposalsFor(program, token)))
  },
}

const MOST_STRINGS = 2
const LONGEST_LINE = 400

function proposalsFor(program: Program, token: Token): Proposal[] {
  const line = program.lines[token.line - 1]
  if (!line || line.text.length > LONGEST_LINE) return []
  const context = { program, line }
  const proposals = [...insertions(context, token), ...otherQuotes(context, token), ...escapes(context)]
  return best([...proposals, ...stray(context, token), ...brokenLine(context, token)]).slice(0, 6)
}

/** `return 'total` and `f(x")`: the only quote of the line, at a name that is known, where nothing else is a text. */
function stray({ program, line }: LineContext, { start, string }: Token): Proposal[] {
  const at = start + (string?.prefix.length ?? 0)
  const [before, after] = [program.code.slice(line.start, at), program.code.slice(at + 1, line.end)]
  if (/["']/.test(before + after) || /[[{]\s*$/.test(before)) return tooMany(program, line)
  const name = /^([\p{L}_]\w*)[)\]}:,]*\s*$/u.exec(after)?.[1] ?? /([\p{L}_]\w*)$/u.exec(before)?.[1]
  const isBehind = /[\p{L}\p{N}_]$/u.test(before)
  const isCode = isBehind ? /^\s*(?:[-+*/%<>=!)\]}:,.([]|and\b|or\b|in\b|if\b|else\b|is\b|$)/.test(after) : true
  const isKnown = name !== undefined && definitionsOf(program).some((each) => each.name === name)
  if (!isKnown || !isCode) return []
  const edit = { start: at, end: at + 1, text: '' }
  return [propose(edit, `took away the quote at "${name}" on line ${line.number}`, 0.97)]
}

/** Proposes the changed line with its plausibility; worthless ones are left out. */
function judged(context: LineContext, edit: Edit, why: string): Proposal[] {
  const { line } = context
  const text = line.text.slice(0, edit.start - line.start) + edit.text + line.text.slice(edit.end - line.start)
  const sureness = plausibilityOf(text, context)
  return sureness > 0.3 ? [propose(edit, why, sureness)] : []
}

/** A quote at every place where a text can begin or end. */
function insertions(context: LineContext, token: Token): Proposal[] {
  const { line } = context
  const quote = token.string?.quote ?? ''
  const why = `added the quote that was missing on line ${line.number}`
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)
  const proposals: Proposal[] = []
  for (let at = line.indent.length; at <= line.text.length; at++) {
    if (isWord(line.text[at - 1]) && isWord(line.text[at])) continue
    const start = line.start + at
    // A quote before the prefix would turn the prefix into a letter of the text.
    const splits = start === token.start && token.string?.prefix !== ''
    const found = judged(context, { start, end: start, text: quote }, why)
    proposals.push(...found.map((each) => ({ ...each, sureness: each.sureness - (splits ? 0.08 : 0) })))
  }
  return proposals
}

/** `f(x)"` and `names"[0]`: a quote right behind a name or bracket, before a sign of code, where the others are in pairs. */
function tooMany(program: Program, line: Line): Proposal[] {
  return [...line.text.matchAll(/(?<=[\p{L}\p{N}_)\]])["'](?=[[(.)\],:]|\s*$)/gu)].flatMap(({ index }) => {
    const rest = line.text.slice(0, index) + line.text.slice(index + 1)
    const isWhole = readProgram(rest).tokens.every(({ string }) => string === undefined || string.isClosed)
    const name = /([\p{L}_]\w*)$/u.exec(line.text.slice(0, index))?.[1]
    const isKnown = name === undefined || definitionsOf(program).some((each) => each.name === name)
    const edit = { start: line.start + index, end: line.start + index + 1, text: '' }
    return isWhole && isKnown ? [propose(edit, `took away a quote too many on line ${line.number}`, 0.97)] : []
  })
}

/** `"text'`: one end was typed with the other quote. */
function otherQuotes(context: LineContext, token: Token): Proposal[] {
  const { line } = context
  const quote = token.string?.quote ?? ''
  const other = quote === '"' ? "'" : '"'
  const why = `made both quotes of a text on line ${line.number} the same`
  return placesOf(line, other).flatMap((start) => judged(context, { start, end: start + 1, text: quote }, why))
}

/** `'It's'`: a quote inside of the text; and a backslash that was meant to end a text. */
function escapes(context: LineContext): Proposal[] {
  const { line } = context
  const inWord = /[\p{L}]$/u
  const apostrophes = placesOf(line, "'").flatMap((start) => {
    const before = line.text.slice(0, start - line.start)
    if (!inWord.test(before)) return []
    return judged(context, { start, end: start, text: '\\' }, `escaped a quote inside of a text on line ${line.number}`)
  })
  const backslashes = placesOf(line, '\\').flatMap((start) =>
    /^\\["']\s*[)\],]*\s*$/.test(line.text.slice(start - line.start))
      ? judged(context, { start, end: start, text: '\\' }, `escaped the backslash at the end of a text`)
      : [],
  )
  return [...apostrophes, ...backslashes]
}

function placesOf({ text, start }: Line, character: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) places.push(start + at)
  return places
}

/** `\n` that became a line break: the text goes on in the next line. */
function brokenLine(context: LineContext, token: Token): Proposal[] {
  const { program, line } = context
  const next = program.lines[line.number]
  if (!next || next.text.length > LONGEST_LINE || !next.text.includes(token.string?.quote ?? '')) return []
  const joined = plausibilityOf(`${line.text}\\n${next.text}`, context)
  const endsAtOnce = next.text.startsWith(token.string?.quote ?? '')
  if (joined < 0.6) return []
  const edit = { start: line.end, end: next.start, text: '\\n' }
  return [
    propose(edit, `wrote the line break inside of a text as \\n`, Math.min(0.99, joined + (endsAtOnce ? 0.1 : 0))),
  ]
}

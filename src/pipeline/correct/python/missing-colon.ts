import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { findAdjacent } from './adjacency.ts'
import { HEADERS } from './close-bracket.ts'
import { best, insert, propose, remove, replace } from './edits.ts'
import { readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const missingColon: Strategy = {
  id: 'python/missing-colon',
  languages: ['python'],
  title: 'Ends the head of a block with a colon, or takes a colon away where no block begins',
  answers: SYNTAX_ERRORS,
  prior: 0.92,
  propose({ code, diagnosis }) {
    const { statements } = readProgram(code)
    const near = ({ line, lastLine }: Statement) =>
      diagnosis.line !== undefined && line <= diagnosis.line + 1 && diagnosis.line - 1 <= lastLine
    const proposals = statements.flatMap((statement, index) => {
      const found = HEADERS.has(statement.first.text)
        ? addColon(code, statement, statements[index + 1])
        : dropColon(statement)
      return near(statement) ? found : found.map((each) => ({ ...each, sureness: each.sureness * 0.9 }))
    })
    return best(proposals)
  },
}

const why = ({ first, line }: Statement) => `ended "${first.text}" on line ${line} with a colon`

function addColon(code: string, statement: Statement, next: Statement | undefined): Proposal[] {
  const { tokens, last, first } = statement
  const word = tokens.at(-2)
  if (last.text === ':' && word && ['then', 'do'].includes(word.text) && tokens.length > 3)
    return [
      propose(
        replace({ start: tokens.at(-3)?.end ?? word.start, end: last.start }, ''),
        `left "${word.text}" out`,
        0.96,
      ),
    ]
  if (colonAt(tokens) !== -1 || (first.text === 'match' && tokens[1]?.kind !== 'name')) return []
  // `x = a` behind a soft keyword, or a conditional expression over several lines, begins no block.
  if (['match', 'case'].includes(first.text) && ['=', '.', '(', ','].includes(tokens[1]?.text ?? '')) return []
  const semicolon = /^[ \t]*;/.exec(code.slice(last.end, last.end + 20))?.[0]
  if (semicolon) {
    const range = { start: last.end, end: last.end + semicolon.length }
    return [propose(replace(range, ':'), why(statement), 0.96)]
  }
  const isFollowed = next !== undefined && next.width > statement.width
  const wrong = [';', ',', '.', '->', '{', 'then', 'do'].includes(last.text)
  const atEnd = wrong
    ? propose(replace(last, ':'), why(statement), 0.93)
    : propose(insert(last.end, ':'), why(statement), isFollowed ? 0.97 : 0.7)
  return [atEnd, ...oneLine(statement)]
}

const BODY = new Set(['return', 'print', 'break', 'continue', 'pass', 'raise', 'yield'])

/** `if x > 3 return y`, or another short body on the same line. */
function oneLine(statement: Statement): Proposal[] {
  const { tokens } = statement
  const body = tokens.findIndex(({ text }, index) => index > 0 && BODY.has(text))
  const beside = findAdjacent(tokens)[0] ?? -1
  return [body, beside].flatMap((index) => {
    const before = tokens[index - 1]
    return index > 0 && before ? [propose(insert(before.end, ':'), why(statement), 0.8)] : []
  })
}

/** The colon that ends the head: outside of brackets, and not one of a lambda. */
export function colonAt(tokens: Token[]): number {
  let depth = 0
  let lambdas = 0
  return tokens.findIndex(({ kind, text }) => {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    if (text === 'lambda') lambdas++
    if (text !== ':' || depth > 0) return false
    return lambdas-- <= 0
  })
}

/** `print(x):` */
function dropColon(statement: Statement): Proposal[] {
  const { last, tokens } = statement
  if (last.text !== ':' || tokens.length < 2 || ['lambda', '{'].includes(tokens.at(-2)?.text ?? '')) return []
  return [propose(remove(last), `took away the colon at the end of line ${last.line}`, 0.6)]
}

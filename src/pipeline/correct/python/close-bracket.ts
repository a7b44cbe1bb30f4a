import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { CLOSER, matchBrackets, type Open, openBefore } from './brackets.ts'
import { scoreClosing } from './closing-place.ts'
import { best, insert, propose, replace } from './edits.ts'
import { type Program, readProgram, type Statement, widthOf } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const closeBracket: Strategy = {
  id: 'python/close-bracket',
  languages: ['python'],
  title: 'Closes a bracket that was left open, or gives a closing bracket the right kind',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code }) {
    const program = readProgram(code)
    const broken = program.statements.filter(({ tokens }) => {
      const { unclosed, mismatched } = matchBrackets(tokens)
      return unclosed.length > 0 || mismatched.length > 0
    })
    return best(broken.slice(0, MOST_STATEMENTS).flatMap((statement) => proposalsFor(program, statement)))
  },
}

const MOST_STATEMENTS = 2
const MOST_TOKENS = 2000
const CERTAIN_ENOUGH = 0.2

export const HEADERS = new Set('if elif else for while def class with try except finally async match case'.split(' '))

function proposalsFor(program: Program, statement: Statement): Proposal[] {
  const tokens = statement.tokens.slice(0, MOST_TOKENS)
  const open = openBefore(tokens)
  const proposals = wrongKinds(tokens)
  for (let index = 1; index <= tokens.length; index++) {
    const innermost = open[index]
    const previous = tokens[index - 1]
    if (!innermost || !previous) continue
    const next = tokens[index]
    const isLineEnd = next === undefined || next.line > lastLineOf(previous)
    if (isLineEnd) {
      const end = closeAtLineEnd(program, { previous, next, innermost, tokens })
      proposals.push(...end.proposals)
      if (end.isOver) break
      continue
    }
    const sureness = scoreClosing({ tokens, index, innermost })
    if (sureness < CERTAIN_ENOUGH) continue
    const text = isHeaderColon(tokens, index) ? closersOf(innermost) : closerOf(innermost)
    proposals.push(propose(insert(previous.end, text), say(innermost), sureness))
  }
  return proposals
}

const lastLineOf = (token: Token): number => token.line + token.text.split('\n').length - 1
const closerOf = ({ token }: Open): string => CLOSER[token.text] ?? ''
const say = ({ token }: Open): string => `closed the bracket that was opened on line ${token.line}`

function closersOf(open: Open): string {
  let text = ''
  for (let at: Open | undefined = open; at; at = at.outer) text += closerOf(at)
  return text
}

const isHeaderColon = (tokens: Token[], index: number): boolean =>
  tokens[index]?.text === ':' && HEADERS.has(tokens[0]?.text ?? '') && tokens[index + 1]?.line !== tokens[index]?.line

interface LineEnd {
  previous: Token
  next: Token | undefined
  innermost: Open
  tokens: Token[]
}

/** Indentation shows the end of a bracket over several lines: the first line that is no deeper than its opener. */
function closeAtLineEnd(program: Program, { previous, next, innermost, tokens }: LineEnd) {
  const widthAt = (line: number) => widthOf(program.lines[line - 1]?.indent ?? '')
  const depth = widthAt(innermost.token.line)
  const nextWidth = next ? widthAt(next.line) : 0
  const outermost = outermostOf(innermost)
  const isOver = next === undefined || (nextWidth <= widthAt(outermost.token.line) && next.kind !== 'close')
  const isBack = next !== undefined && (next.kind === 'close' ? nextWidth < depth : nextWidth <= depth)
  const sureness = isOver || isBack ? 0.9 : 0.25
  const isHeader = previous.text === ':' && HEADERS.has(tokens[0]?.text ?? '')
  const isSlice = previous.text === ':' && innermost.token.text === '['
  const isUnfinished = previous.kind === 'operator' && previous.text !== ',' && !isSlice
  if (isHeader || isUnfinished) return { proposals: [], isOver }
  const text = isOver ? closersOf(innermost) : closerOf(innermost)
  const why = say(innermost)
  if (previous.text !== ',') return { proposals: [propose(insert(previous.end, text), why, sureness)], isOver }
  const opensLine = program.lines[innermost.token.line - 1]?.tokens.at(-1) === innermost.token
  const indent = program.lines[innermost.token.line - 1]?.indent ?? ''
  const edit = opensLine
    ? insert(previous.end, `\n${indent}${text}${isOver ? '' : ','}`)
    : insert(isOver ? previous.end : previous.start, text)
  return { proposals: [propose(edit, why, sureness)], isOver }
}

function outermostOf(open: Open): Open {
  let at = open
  while (at.outer) at = at.outer
  return at
}

/** Equal numbers of closers and openers with one closer of another kind: it was mistyped rather than forgotten. */
function wrongKinds(tokens: Token[]): Proposal[] {
  const opens = tokens.filter(({ kind }) => kind === 'open').length
  const isEven = opens === tokens.filter(({ kind }) => kind === 'close').length
  return matchBrackets(tokens).mismatched.flatMap(({ open, close }) => {
    const right = CLOSER[open.text] ?? ''
    const why = `made the bracket that closes the one of line ${open.line} a "${right}"`
    return [propose(replace(close, right), why, isEven ? 0.92 : 0.5)]
  })
}

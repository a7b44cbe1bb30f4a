import type { Proposal, Strategy } from '../strategy.ts'
import { endsOperand, findAdjacent } from './adjacency.ts'
import { openBefore } from './brackets.ts'
import { best, propose, remove } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const joinedLines: Strategy = {
  id: 'python/joined-lines',
  languages: ['python'],
  title:
    'Parts statements that stand on one line, joins the lines of one statement, and takes a line away that stands there twice',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code, diagnosis: { line = 0 } }) {
    const program = readProgram(code)
    const near = program.statements.filter((each) => each.line - 1 <= line && line <= each.lastLine + 1)
    return best([
      ...near.flatMap(parted),
      ...doubledLines(program, line),
      ...continued(program),
      ...near.flatMap((each) => goesOn(program, each)),
    ])
  },
}

/** Keywords that can only begin a statement. */
const BEGINS = new Set('return import break continue pass raise del assert global nonlocal while with try'.split(' '))

/** `x = 1 y = 2` and `y = x * 2 return y`. */
function parted({ tokens, indent, line }: Statement): Proposal[] {
  const open = openBefore(tokens)
  const adjacent = new Set(findAdjacent(tokens))
  const firstEquals = tokens.findIndex(({ text }) => text === '=')
  const isAssignment = (index: number): boolean =>
    firstEquals !== -1 &&
    firstEquals < index &&
    adjacent.has(index) &&
    tokens[index]?.kind === 'name' &&
    /^[-+*/]?=$/.test(tokens[index + 1]?.text ?? '')
  const places = tokens.flatMap((token, index) => {
    const before = tokens[index - 1]
    const isBeginning = BEGINS.has(token.text) ? endsOperand(before) : isAssignment(index)
    return before && isBeginning && open[index] === undefined ? [{ start: before.end, end: token.start }] : []
  })
  const edits = places.map(({ start, end }) => ({ start, end, text: `\n${indent}` }))
  return edits.length > 0 ? [propose(edits, `parted the statements on line ${line}`, 0.94)] : []
}

/** A head that stands twice has no block the first time. */
function doubledLines({ lines, code }: Program, line: number): Proposal[] {
  return lines.flatMap((each, index) => {
    const next = lines[index + 1]
    const isTwice = next !== undefined && each.tokens.length > 0 && each.text.trimEnd() === next.text.trimEnd()
    const isNear = Math.abs(each.number - line) < 3
    const range = { start: each.start, end: Math.min(each.end + 1, code.length) }
    return isTwice && isNear && each.text.trimEnd().endsWith(':')
      ? [propose(remove(range), `took line ${each.number} away, which stands there twice`, 0.96)]
      : []
  })
}

/** `1 + \ 2`: a backslash goes on with the next line only where nothing follows it. */
function continued({ tokens }: Program): Proposal[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1]
    const isInside = token.text === '\\' && next?.line === token.line && next.kind !== 'newline'
    return isInside
      ? [propose(remove({ start: token.start, end: next.start }), 'took a backslash away inside of a line', 0.93)]
      : []
  })
}

const OPERATOR = /^(?:[-+*/%&|^]|\*\*|\/\/|[<>=!]=|[<>]|and|or|not|in|is)$/

/** `total = a +` above `b`, and `total = a` above `+ b`: the line goes on where its author went on deeper. */
function goesOn({ statements }: Program, statement: Statement): Proposal[] {
  const next = statements[statements.indexOf(statement) + 1]
  const isDeeper = next !== undefined && next.width > statement.width && next.line === statement.lastLine + 1
  if (!isDeeper || statement.last.text === ':') return []
  const isOpen = OPERATOR.test(statement.last.text) || (OPERATOR.test(next.first.text) && next.first.text !== 'not')
  const why = `went on with line ${next.line} at the end of line ${statement.lastLine}`
  return isOpen ? [propose({ start: statement.last.end, end: statement.last.end, text: ' \\' }, why, 0.96)] : []
}

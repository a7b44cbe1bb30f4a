import type { Proposal, Strategy } from '../strategy.ts'
import { isApart, isHead, OPENED_BY } from './block-head.ts'
import { assuming, best, propose } from './edits.ts'
import { fillBlock } from './fill-block.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { reindent } from './reindent.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const indentation: Strategy = {
  id: 'python/indentation',
  languages: ['python'],
  title: 'Moves lines to the depth of the block they belong to',
  answers: SYNTAX_ERRORS,
  prior: 0.88,
  bold: 'an empty block filled with `pass`; blocks of a program that has lost all its indentation',
  propose({ code }) {
    const program = readProgram(code)
    const whole = pastedDeep(program)
    if (whole.length > 0) return whole
    const proposals = best(
      problems(program)
        .slice(0, 2)
        .flatMap((index) => proposalsFor(program, index)),
    )
    return isFlat(program) ? proposals.map((each) => assuming(FLAT, each)) : proposals
  },
}

const FLAT = 'the depth of the lines, which the program has lost, is the guessed one'

/** Nothing is indented, and there are blocks in blocks: many depths are possible, and most of them run. */
const isFlat = ({ statements }: Program): boolean =>
  statements.every(({ width }) => width === 0) && statements.filter(isHead).length > 1

/** The first line is indented: the whole program was copied from deeper, or only this line slipped. */
function pastedDeep(program: Program): Proposal[] {
  const { statements, lines } = program
  const [first] = statements
  if (!first || first.width === 0) return []
  const isWhole = statements.every(({ indent }) => indent.startsWith(first.indent))
  const moved = isWhole
    ? lines.filter(({ indent }) => indent.startsWith(first.indent))
    : lines.slice(first.line - 1, first.lastLine)
  const edits = moved.map(({ start }) => ({ start, end: start + first.indent.length, text: '' }))
  return [propose(edits, `began line ${first.line} at the margin`, 0.95)]
}

/** Indexes of statements with an indentation that does not fit the lines above. */
function problems({ statements }: Program): number[] {
  const levels = [0]
  const found: number[] = []
  statements.forEach((statement, index) => {
    const before = statements[index - 1]
    const current = levels.at(-1) ?? 0
    const isSameLine = before !== undefined && before.lastLine === statement.line
    if (isSameLine) return
    if (isHead(before)) {
      if (statement.width > current) levels.push(statement.width)
      else found.push(index)
      if (statement.width > current) return
    } else if (statement.width > current) {
      found.push(index)
      return
    }
    while ((levels.at(-1) ?? 0) > statement.width) levels.pop()
    if (levels.at(-1) !== statement.width) {
      found.push(index)
      levels.push(statement.width)
    }
    const opened = OPENED_BY[statement.first.text]
    if (opened && !hasPartner(statements, index, opened)) found.push(index)
  })
  const last = statements.at(-1)
  if (isHead(last)) found.push(statements.length)
  return [...new Set(found)]
}

function hasPartner(statements: Statement[], index: number, openers: string[]): boolean {
  const width = statements[index]?.width ?? 0
  for (let at = index - 1; at >= 0; at--) {
    const above = statements[at]
    if (!above || above.width > width) continue
    return above.width === width && openers.includes(above.first.text)
  }
  return false
}

function proposalsFor(program: Program, index: number): Proposal[] {
  const { statements } = program
  const [before, statement] = [statements[index - 1], statements[index]]
  if (isHead(before) && before && (!statement || statement.width <= before.width)) return fillBlock(program, index)
  if (!statement) return []
  const why = `moved line ${statement.line} to the depth of its block`
  const run = runFrom(program, index)
  // The next line shows whether this one slipped alone.
  const slippedAlone = run[1] !== undefined && run[1].width !== statement.width
  const move = (indent: string, sureness: number) => {
    if (indent === statement.indent) return []
    const all = propose(reindent(program, run, indent), why, sureness - (slippedAlone ? 0.03 : 0))
    return [all, propose(reindent(program, [statement], indent), why, sureness - (slippedAlone ? 0 : 0.03))]
  }
  const opened = OPENED_BY[statement.first.text]
  if (opened) {
    const partners = statements
      .slice(0, index)
      .filter(({ first }) => opened.includes(first.text))
      .toReversed()
    return partners.slice(0, 3).flatMap(({ indent }, at) => move(indent, 0.93 - at * 0.1))
  }
  const levels = [
    ...new Set(
      statements
        .slice(0, index)
        .toReversed()
        .map(({ indent }) => indent),
    ),
  ].slice(0, 6)
  const nearest = levels.toSorted(
    (a, b) => Math.abs(a.length - statement.indent.length) - Math.abs(b.length - statement.indent.length),
  )
  const deeper = isHead(before) || !before ? [] : move(before.indent, statement.width > before.width ? 0.94 : 0.85)
  return [...slippedHead(program, index), ...deeper, ...nearest.flatMap((indent, at) => move(indent, 0.88 - at * 0.1))]
}

/** The line goes on with a block that a head above, which slipped to the left, has cut in two. */
function slippedHead(program: Program, index: number): Proposal[] {
  const { statements } = program
  const { indent, width } = statements[index] ?? { indent: '', width: 0 }
  const at = statements.findLastIndex((each, place) => place < index && each.width < width)
  const head = statements[at]
  const isDeep = (statements[at + 1]?.width ?? 0) > width
  if (!head || !isHead(head) || !isDeep || statements[at - 1]?.indent !== indent) return []
  return [propose(reindent(program, [head], indent), `moved line ${head.line} to the depth of its block`, 0.95)]
}

/** Statements at this depth or deeper, until a shallower one. */
function runFrom({ statements }: Program, index: number): Statement[] {
  const first = statements[index]
  if (!first) return []
  const end = statements.findIndex(
    (each, at) => at > index && (each.width < first.width || isApart(statements[at - 1], each)),
  )
  return statements.slice(index, end === -1 ? undefined : end)
}

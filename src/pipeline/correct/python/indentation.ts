import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { best, insert, propose } from './edits.ts'
import { type Program, readProgram, type Statement, unitOf } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'
import { table } from './table.ts'

export const indentation: Strategy = {
  id: 'python/indentation',
  languages: ['python'],
  title: 'Moves lines to the depth of the block they belong to',
  answers: SYNTAX_ERRORS,
  prior: 0.88,
  propose({ code }) {
    const program = readProgram(code)
    const whole = pastedDeep(program)
    if (whole.length > 0) return whole
    return best(
      problems(program)
        .slice(0, 2)
        .flatMap((index) => proposalsFor(program, index)),
    )
  },
}

/** The first line has some depth already: all of it was copied from deeper, or only this line slipped. */
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

const isHead = (statement: Statement | undefined): boolean => statement?.last.text === ':'

/** Places among the statements where the depth does not fit what stands above. */
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

const LOOPS = new Set(['for', 'while'])

/** What must stand above, at the same depth. */
const OPENED_BY = table<string[]>({
  else: ['if', 'elif', 'for', 'while', 'except', 'try', 'async'],
  elif: ['if', 'elif'],
  except: ['try', 'except'],
  finally: ['try', 'except', 'else'],
})

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
  // The next line tells whether this one slipped alone.
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
  return [...deeper, ...nearest.flatMap((indent, at) => move(indent, 0.88 - at * 0.1))]
}

/** The lines of statements that stand at this depth or deeper, until a shallower one. */
function runFrom({ statements }: Program, index: number): Statement[] {
  const first = statements[index]
  if (!first) return []
  const end = statements.findIndex(
    (each, at) => at > index && (each.width < first.width || isApart(statements[at - 1], each)),
  )
  return statements.slice(index, end === -1 ? undefined : end)
}

const isApart = (above: Statement | undefined, below: Statement): boolean =>
  above !== undefined && below.line - above.lastLine > 1

/** Every line of the statements, the first one to `indent` and the others by as much. */
function reindent({ lines }: Program, statements: Statement[], indent: string): Edit[] {
  const from = statements[0]?.indent ?? ''
  const edits: Edit[] = []
  for (const { line, lastLine } of statements) {
    for (let number = line; number <= lastLine; number++) {
      const at = lines[number - 1]
      if (!at || at.text.trim() === '') continue
      const rest = at.indent.startsWith(from) ? at.indent.slice(from.length) : ''
      edits.push({ start: at.start, end: at.start + at.indent.length, text: indent + rest })
    }
  }
  return edits
}

/** A head without a block: the lines below belong into it; behind the last line there is nothing to do but to pass. */
function fillBlock(program: Program, index: number): Proposal[] {
  const { statements, lines } = program
  const [head, next] = [statements[index - 1], statements[index]]
  if (!head) return []
  const indent = head.indent + unitOf(program)
  const end = lines[head.lastLine - 1]?.end ?? head.last.end
  const pass = propose(insert(end, `\n${indent}pass`), `gave the empty block of line ${head.line} a "pass"`, 0.4)
  if (!next || next.width < head.width || isApart(head, next)) return [{ ...pass, sureness: 0.7 }]
  const why = `moved what follows line ${head.line} into its block`
  const run = runOf(statements, index, head)
  const closes = OPENED_BY[next.first.text] !== undefined
  if (closes) return [{ ...pass, sureness: 0.8 }]
  // A loop does not consist of a return: what it did is lost rather than moved.
  if (next.first.text === 'return' && LOOPS.has(head.first.text)) return []
  const one = propose(reindent(program, [next], indent), why, run.length === 1 ? 0.94 : 0.8)
  const isWhole = ['def', 'class', 'try', 'with', 'async'].includes(head.first.text)
  const all =
    run.length > 1
      ? [propose(reindent(program, run, indent), why, isWhole || isBounded(statements, index, run) ? 0.93 : 0.78)]
      : []
  return [one, ...all, ...outdented(program, index), pass]
}

/** Lines at the depth of the head until a gap, another definition, or what closes the head. */
function runOf(statements: Statement[], index: number, head: Statement): Statement[] {
  const end = statements.findIndex((each, at) => {
    if (at < index) return false
    const isOther = each.width < head.width || ['def', 'class', '@'].includes(each.first.text)
    return (isOther && at > index) || OPENED_BY[each.first.text] !== undefined || isApart(statements[at - 1], each)
  })
  const run = statements.slice(index, end === -1 ? undefined : end)
  const deeper = run.findIndex(({ width }, at) => at > 0 && width > head.width && !isHead(run[at - 1]))
  return deeper === -1 ? run : run.slice(0, deeper)
}

/** Followed by what closes the head, such as `else`: all of it is the block. */
const isBounded = (statements: Statement[], index: number, run: Statement[]): boolean =>
  OPENED_BY[statements[index + run.length]?.first.text ?? ''] !== undefined

/** Or the head itself stands too deep, and what follows is in its block already. */
function outdented(program: Program, index: number): Proposal[] {
  const { statements } = program
  const [head, next] = [statements[index - 1], statements[index]]
  if (!head || !next) return []
  const levels = statements.slice(0, index - 1).map(({ indent }) => indent)
  const below = levels.filter((indent) => indent.length < next.indent.length)
  const deepest = below.toSorted((a, b) => b.length - a.length)[0]
  if (deepest === undefined) return []
  return [propose(reindent(program, [head], deepest), `moved line ${head.line} to the depth of its block`, 0.6)]
}

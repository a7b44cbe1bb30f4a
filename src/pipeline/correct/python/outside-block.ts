import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { headerOf } from './definitions.ts'
import { best, insert, propose } from './edits.ts'
import { type Program, readProgram, type Statement, unitOf } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const outsideBlock: Strategy = {
  id: 'python/outside-block',
  languages: ['python'],
  title: 'Moves a return, break or await that slipped out of its block back into it',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code }) {
    const program = readProgram(code)
    const slipped = program.statements.flatMap((statement, index) =>
      isOutside(program, index, statement) ? [index] : [],
    )
    const [first] = slipped
    return first === undefined ? [] : best(moveBack(program, first))
  },
}

const LOOPS = new Set(['for', 'while', 'async'])

function isOutside(program: Program, index: number, { tokens, first }: Statement): boolean {
  if (first.text === 'break' || first.text === 'continue')
    return !isInside(program, index, (each) => LOOPS.has(each.first.text))
  const needsFunction = first.text === 'return' || tokens.some(({ text }) => text === 'yield' || text === 'await')
  return (
    needsFunction && first.text !== 'async' && !isInside(program, index, (each) => headerOf(each)?.kind === 'function')
  )
}

function isInside({ statements }: Program, index: number, fits: (statement: Statement) => boolean): boolean {
  let width = statements[index]?.width ?? 0
  for (let at = index - 1; at >= 0 && width > 0; at--) {
    const above = statements[at]
    if (!above || above.width >= width) continue
    if (fits(above)) return true
    width = above.width
  }
  return false
}

function moveBack(program: Program, index: number): Proposal[] {
  const { statements } = program
  const statement = statements[index]
  if (!statement) return []
  if (statement.tokens.some(({ text }) => text === 'await') && !hasFunctionAbove(statements, index))
    return runAwaited(program, statement)
  const isLoop = statement.first.text === 'break' || statement.first.text === 'continue'
  const above = statements.slice(0, index).toReversed()
  const block = above.findIndex((each) => (isLoop ? LOOPS.has(each.first.text) : headerOf(each) !== undefined))
  if (block === -1) return []
  const levels = [...new Set(above.slice(0, block).map(({ indent }) => indent))].filter(
    (indent) => indent.length > (above[block]?.indent.length ?? 0),
  )
  const shallowest = levels.toSorted((a, b) => a.length - b.length)
  const near = above[0]?.indent ?? ''
  // `return` mostly ends its function, at the depth of the function's own statements.
  const order = isLoop ? levels : [...shallowest]
  return order.map((indent, at) => {
    const bonus = indent === near ? 0.03 : 0
    const lines = indentLines(program, runAt(statements, index), { from: statement.indent, to: indent })
    return propose(
      lines,
      `moved "${statement.first.text}" on line ${statement.line} into its block`,
      0.9 - at * 0.12 + bonus,
    )
  })
}

const hasFunctionAbove = (statements: Statement[], index: number): boolean =>
  statements.slice(0, index).some((each) => headerOf(each)?.kind === 'function' && each.width === 0) &&
  (statements[index - 1]?.width ?? 0) > 0

/** The statement itself, with the deeper ones below it. */
function runAt(statements: Statement[], index: number): Statement[] {
  const width = statements[index]?.width ?? 0
  const end = statements.findIndex((each, at) => at > index && each.width <= width)
  return statements.slice(index, end === -1 ? undefined : end)
}

/** Each line once: several statements may stand on it. */
function indentLines({ lines }: Program, run: Statement[], { from, to }: { from: string; to: string }): Edit[] {
  const [first] = run
  if (!first) return []
  return lines.slice(first.line - 1, run.at(-1)?.lastLine).flatMap(({ start, indent, text }) => {
    if (text.trim() === '') return []
    return [
      { start, end: start + indent.length, text: to + (indent.startsWith(from) ? indent.slice(from.length) : '') },
    ]
  })
}

/** `await main()` at the top: wraps it into a function that runs it, up to the end of the program when more follows. */
function runAwaited(program: Program, statement: Statement): Proposal[] {
  const { tokens, first, last } = statement
  const hasAsyncio = program.tokens.some(({ text }) => text === 'asyncio')
  const start = hasAsyncio ? '' : 'import asyncio\n'
  const at = tokens.findIndex(({ text }) => text === 'await')
  const awaited = tokens[at]
  const next = tokens[at + 1]
  if (!awaited || !next) return []
  const isWhole = at === 0 || tokens[at - 1]?.text === '='
  if (isWhole && tokens.filter(({ text }) => text === 'await').length === 1) {
    const edits = [{ start: awaited.start, end: next.start, text: 'asyncio.run(' }, insert(last.end, ')')]
    return [propose(hasAsyncio ? edits : [insert(0, start), ...edits], 'ran the coroutine with asyncio', 0.9)]
  }
  const indent = unitOf(program)
  const body = program.lines.slice(first.line - 1).filter(({ text }) => text.trim() !== '')
  const edits = body.map(({ start: from }) => insert(from, indent))
  const head = insert(body[0]?.start ?? 0, 'async def main():\n')
  return [
    propose(
      [...(start ? [insert(0, start)] : []), head, ...edits, insert(program.code.length, '\n\nasyncio.run(main())\n')],
      'put the awaiting lines into a coroutine and ran it',
      0.6,
    ),
  ]
}

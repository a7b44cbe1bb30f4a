import type { Proposal } from '../strategy.ts'
import { isApart, isHead, OPENED_BY } from './block-head.ts'
import { assuming, insert, propose } from './edits.ts'
import { type Program, type Statement, unitOf } from './program.ts'
import { reindent } from './reindent.ts'

/** A head without a block: the lines below belong into it; at the end of the program only `pass` is possible. */
export function fillBlock(program: Program, index: number): Proposal[] {
  const { statements, lines } = program
  const [head, next] = [statements[index - 1], statements[index]]
  if (!head) return []
  const indent = head.indent + unitOf(program)
  const end = lines[head.lastLine - 1]?.end ?? head.last.end
  const pass = assuming(
    `the block of line ${head.line} has nothing to do`,
    propose(insert(end, `\n${indent}pass`), `gave the empty block of line ${head.line} a "pass"`, 0.4),
  )
  const behind = uncommented(program, head, { indent, until: next?.line ?? lines.length + 1 })
  if (behind.length > 0) return [...behind, { ...pass, sureness: 0.7 }]
  // A return outside of all functions can only be the end of the one above.
  const isOwnEnd = next?.first.text === 'return' && head.first.text === 'def' && next.width === head.width
  if (!next || next.width < head.width || (isGap(program, head, next) && !isOwnEnd)) return [{ ...pass, sureness: 0.7 }]
  const why = `moved what follows line ${head.line} into its block`
  const run = runOf(statements, index, head)
  const closes = OPENED_BY[next.first.text] !== undefined
  if (closes) return [{ ...pass, sureness: 0.8 }]
  // A loop does not consist of a return alone: its body is lost rather than moved.
  if (next.first.text === 'return' && LOOPS.has(head.first.text)) return []
  const unit = throughUses(run, head, statements.slice(0, index - 1))
  const one = propose(reindent(program, unit, indent), why, run.length === unit.length ? 0.94 : 0.8)
  const isWhole = WHOLE.has(head.first.text)
  const all =
    run.length > unit.length
      ? [propose(reindent(program, run, indent), why, isWhole || isBounded(statements, index, run) ? 0.93 : 0.78)]
      : []
  return [one, ...all, ...outdented(program, index), pass]
}

const STATEMENT =
  /^#+ ?(\s*(?:return\b.*|[a-z_][\w.[\]]*(?: *, *[a-z_]\w*)* *(?:[-+*/%]|\/\/)?= *[^=].*|[a-z_][\w.]*\(.*\)|(?:for|if|elif|while|else)\b.*:|raise [A-Z]\w*\(.*\)|break|continue))$/

/** The body of a head that is there, but behind comments: on the line of the head or below it. */
function uncommented(
  { lines }: Program,
  head: Statement,
  { indent, until }: { indent: string; until: number },
): Proposal[] {
  const line = lines[head.lastLine - 1]
  if (!line) return []
  const why = `took the body of line ${head.line} out of its comment`
  const own = STATEMENT.exec(line.text.slice(head.last.end - line.start).trim())?.[1]
  if (own) return [propose({ start: head.last.end, end: line.end, text: `\n${indent}${own.trim()}` }, why, 0.85)]
  const below = lines.slice(head.lastLine, until - 1).filter(({ text }) => text.trim() !== '')
  const bodies = below.map(({ text }) => STATEMENT.exec(text.trim())?.[1])
  if (below.length === 0 || bodies.some((body) => body === undefined)) return []
  const depth = Math.min(...bodies.map((body = '') => body.search(/\S/)))
  const edits = below.map(({ start, end }, at) => ({ start, end, text: `${indent}${bodies[at]?.slice(depth) ?? ''}` }))
  return [propose(edits, why, 0.85)]
}

/** A comment alone does not part a head from its block. */
const isGap = ({ lines }: Program, head: Statement, next: Statement): boolean =>
  isApart(head, next) && lines.slice(head.lastLine, next.line - 1).some(({ text }) => !text.trim().startsWith('#'))

/** Lines at the depth of the head until a gap, another definition, or a keyword that closes the head. */
function runOf(statements: Statement[], index: number, head: Statement): Statement[] {
  const end = statements.findIndex((each, at) => {
    if (at < index) return false
    if (head.first.text === 'class' && each.width >= head.width)
      return each.width === head.width && !isMethod(statements, at)
    // A statement that is indented deeper belongs to a block inside of this one.
    if (each.width > head.width) return false
    const isOther = each.width < head.width || ['def', 'class', '@'].includes(each.first.text)
    return (
      (isOther && at > index) ||
      OPENED_BY[each.first.text]?.includes(head.first.text) ||
      (at > index && isApart(statements[at - 1], each))
    )
  })
  const found = statements.slice(index, end === -1 ? undefined : end)
  const called = found.findIndex((each, at) => at > 0 && each.width === head.width && printsCallOf(each, head))
  if (called !== -1) return found.slice(0, called)
  // A function has nothing left to do behind its return.
  const last = found.findIndex(({ first, width }) => first.text === 'return' && width === head.width)
  const run = last === -1 ? found : found.slice(0, last + 1)
  if (WHOLE.has(head.first.text)) return run
  const slipped = run.findIndex(({ width }, at) => at > 0 && width > (run[at - 1]?.width ?? 0) && !isHead(run[at - 1]))
  return slipped === -1 ? run : run.slice(0, slipped)
}

/** `print(f(3))` is the use of a function, not its end. */
function printsCallOf({ first, tokens }: Statement, head: Statement): boolean {
  const name = head.first.text === 'def' ? head.tokens[1]?.text : undefined
  return first.text === 'print' && tokens.some(({ text }, at) => text === name && tokens[at + 1]?.text === '(')
}

/** The first statement, with the deeper ones that belong to it. */
function unitAt(run: Statement[]): Statement[] {
  const end = run.findIndex(({ width }, at) => at > 0 && width <= (run[0]?.width ?? 0))
  return end === -1 ? run : run.slice(0, end)
}

/** The statements up to the last use of the loop's variable stand in its block, and those that use what only these give a value. */
function throughUses(run: Statement[], { tokens }: Statement, before: Statement[]): Statement[] {
  const to = tokens[0]?.text === 'for' ? tokens.findIndex(({ text }) => text === 'in') : 0
  const targets = new Set(tokens.slice(1, Math.max(1, to)).flatMap(({ kind, text }) => (kind === 'name' ? [text] : [])))
  let unit = unitAt(run)
  for (;;) {
    if (targets.size > 0) for (const each of unit) for (const name of givenBy(each, before)) targets.add(name)
    const last = run.findLastIndex(
      ({ first, tokens: own }) => first.text !== 'return' && own.some(({ text }) => targets.has(text)),
    )
    if (last < unit.length) return unit
    unit = [...run.slice(0, last), ...unitAt(run.slice(last))]
  }
}

/** The variable that a statement gives its first value. */
function givenBy({ tokens: [name, sign] }: Statement, before: Statement[]): string[] {
  const isFirst = sign?.text === '=' && !before.some(({ tokens }) => tokens.some(({ text }) => text === name?.text))
  return name && isFirst ? [name.text] : []
}

/** A decorator, or a function whose first parameter is the object or the class. */
function isMethod(statements: Statement[], at: number): boolean {
  const tokens = statements[at]?.tokens ?? []
  if (tokens[0]?.text === '@') return isMethod(statements, at + 1)
  const name = tokens[0]?.text === 'async' ? 2 : 1
  const isDecorated = statements[at - 1]?.tokens[0]?.text === '@'
  return tokens[name - 1]?.text === 'def' && (isDecorated || ['self', 'cls'].includes(tokens[name + 2]?.text ?? ''))
}

/** All that follows belongs to these, as long as nothing speaks against it. */
const WHOLE = new Set(['def', 'class', 'try', 'with', 'async'])

/** All lines are the block when a keyword that closes the head, such as `else`, follows. */
const isBounded = (statements: Statement[], index: number, run: Statement[]): boolean =>
  OPENED_BY[statements[index + run.length]?.first.text ?? ''] !== undefined

/** Or the head itself is indented too deep, and the lines below are already its block. */
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

const LOOPS = new Set(['for', 'while'])

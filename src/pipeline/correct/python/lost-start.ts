import type { Diagnosis } from '../../../contract/diagnosis.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, enclosing, headerOf } from './definitions.ts'
import { best, insert, propose } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { isChange, startsOf, type Use } from './start-values.ts'
import { usesOf } from './uses-of.ts'
import { wantedName } from './wanted-name.ts'

/** Apart from a misspelt name: here the name is right, and the line that gave it its first value is gone. */
export const lostStart: Strategy = {
  id: 'python/lost-start',
  languages: ['python'],
  title: 'Begins a variable that a loop adds to, with the empty value that its use tells',
  answers: ['NameError', 'UnboundLocalError'],
  prior: 0.9,
  propose(fault) {
    const name = wantedName(fault)
    return name === undefined ? [] : best(begun(fault, name))
  },
}

function begun({ code, diagnosis }: Fault, name: string): Proposal[] {
  const program = readProgram(code)
  const body = bodyAround(program, diagnosis)
  const uses = usesIn(program, name, body)
  const at = placeOf(uses, body)
  if (!at || isParameter(program, name) || hasIdleStart(program, body)) return []
  return startsOf(uses, code).map(({ text, sureness }) =>
    propose(
      insert(at.first.start, `${name} = ${text}\n${at.indent}`),
      `began "${name}" with ${text} before it is added to`,
      sureness,
    ),
  )
}

/** The statements of the function that has the variable; those of the module, where there is none. */
function bodyAround(program: Program, { type, line = 0 }: Diagnosis): Statement[] {
  const { statements } = program
  const around = enclosing(program, line).filter((each) => headerOf(each)?.kind === 'function')
  // An inner function that assigns a variable has it as its own.
  const head = type === 'UnboundLocalError' ? around[0] : around.at(-1)
  const from = head ? statements.indexOf(head) + 1 : 0
  const end = head ? statements.findIndex((each, index) => index >= from && each.width <= head.width) : -1
  return statements.slice(from, end === -1 ? undefined : end)
}

function usesIn(program: Program, name: string, body: Statement[]): Use[] {
  const found = usesOf(program, name)
  return body.flatMap((statement) =>
    found
      .filter(({ start }) => statement.first.start <= start && start < statement.last.end)
      .map((token) => ({ statement, token })),
  )
}

/** The value outlives the loop that changes it, and begins anew with every round of the loop that takes it in the end. */
function placeOf(uses: Use[], body: Statement[]): Statement | undefined {
  const [first] = uses
  if (!first) return undefined
  const changing = uses.filter(isChange).map(({ statement }) => statement)
  const around = loopsAround(first.statement, body).filter((loop) => changing.every((each) => holds(loop, each, body)))
  const reading = widthOf(uses.filter((use) => !isChange(use)))
  return around.findLast(({ width }) => width >= reading) ?? around.at(-1)
}

function holds(loop: Statement, inner: Statement, body: Statement[]): boolean {
  const [from, to] = [body.indexOf(loop), body.indexOf(inner)]
  return from === to || (from < to && body.slice(from + 1, to + 1).every(({ width }) => width > loop.width))
}

/** Of the statement that stands furthest out. */
const widthOf = (uses: Use[]): number => Math.min(...uses.map(({ statement }) => statement.width))

/** Loops and inner functions around a statement, the innermost first; a loop that uses the name in its own head counts. */
function loopsAround(inner: Statement, body: Statement[]): Statement[] {
  const found = isRepeated(inner) ? [inner] : []
  let { width } = inner
  for (const each of body.slice(0, body.indexOf(inner)).reverse()) {
    if (each.width >= width) continue
    width = each.width
    if (isRepeated(each)) found.push(each)
  }
  return found
}

const isRepeated = (each: Statement): boolean =>
  ['for', 'while', 'async'].includes(each.first.text) || headerOf(each)?.kind === 'function'

const isParameter = (program: Program, name: string): boolean =>
  definitionsOf(program).some((each) => each.name === name && each.kind !== 'variable' && each.kind !== 'attribute')

/** A variable that begins empty and is never read was renamed without its uses: these are to be renamed then. */
function hasIdleStart(program: Program, body: Statement[]): boolean {
  const own = definitionsOf(program).filter(({ kind, statement }) => kind === 'variable' && body.includes(statement))
  return own.some(({ name, statement }) => {
    const isStart = /^(?:0|1|''|""|\[|\{|list|dict|set)$/.test(statement.tokens[2]?.text ?? '')
    return isStart && usesOf(program, name).length === 1
  })
}

import type { Proposal } from '../strategy.ts'
import { headerOf } from './definitions.ts'
import { propose, remove, replace } from './edits.ts'
import { callsIn, type Expression } from './expression.ts'
import type { Program, Statement } from './program.ts'

/** `def f(a=1, b)`: with calls that give both, the default is idle; otherwise the parameter without one comes first. */
export function parameterOrder(program: Program, statement: Statement): Proposal[] {
  const header = headerOf(statement)
  if (header?.kind !== 'function') return []
  const name = statement.tokens[header.index]?.text ?? ''
  const parameters = callsIn({ program, tokens: statement.tokens })[0]?.arguments ?? []
  const [first, needed] = [parameters.findIndex(hasDefault), parameters.findLastIndex((each) => !hasDefault(each))]
  const early = parameters.slice(first, needed).filter(hasDefault)
  const [from, to] = [early[0], parameters[needed]]
  if (first === -1 || !from || !to || parameters.slice(0, needed + 1).some(isStarred)) return []
  const required = parameters.slice(first, needed + 1).filter((each) => !hasDefault(each))
  const text = [...required, ...early].map((each) => each.text).join(', ')
  const moved = propose(replace({ start: from.start, end: to.end }, text), `put "${to.text}" before the defaults`, 0.8)
  const given = positionsGiven(program, statement, name)
  const own = /^(?:self|cls)$/.test(parameters[0]?.text ?? '') ? 1 : 0
  if (given.length === 0 || given.some((many) => many + own <= needed)) return [moved]
  const edits = early.map(({ tokens }) => remove({ start: defaultOf(tokens), end: tokens.at(-1)?.end ?? 0 }))
  return [propose(edits, 'took a default away that every call gives', 0.95)]
}

const equalsIn = ({ tokens }: Pick<Expression, 'tokens'>): number => tokens.findIndex(({ text }) => text === '=')

const hasDefault = (parameter: Expression): boolean => equalsIn(parameter) !== -1

const isStarred = ({ text }: Expression): boolean => text.startsWith('*') || text === '/'

/** The end of the parameter's own part. */
const defaultOf = (tokens: Expression['tokens']): number => tokens[equalsIn({ tokens }) - 1]?.end ?? 0

/** How many values without a name each call of the function gives. */
function positionsGiven(program: Program, head: Statement, name: string): number[] {
  const calling = program.statements.filter(
    (each) => each !== head && each.tokens.some(({ text }, at) => text === name && each.tokens[at + 1]?.text === '('),
  )
  return calling
    .flatMap(({ tokens }) => callsIn({ program, tokens }))
    .filter((call) => call.name === name)
    .map((call) => call.arguments.filter((each) => !hasDefault(each) && !isStarred(each)).length)
}

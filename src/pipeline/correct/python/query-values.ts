import type { Proposal, Strategy } from '../strategy.ts'
import { best, insert, messageOf, propose } from './edits.ts'
import { type Call, callsIn, placeOf } from './expression.ts'

const UNFIT =
  /^(?:parameters are of unsupported type|Incorrect number of bindings supplied|execute\w* expected at most 2 arguments)/

export const queryValues: Strategy = {
  id: 'python/query-values',
  languages: ['python'],
  title: 'Gives the values of a query as one tuple',
  answers: ['sqlite3.ProgrammingError', 'ProgrammingError', 'sqlite3.InterfaceError', 'TypeError', 'ValueError'],
  prior: 0.93,
  propose(fault) {
    const place = messageOf(fault, UNFIT) && placeOf(fault)
    return place ? best(callsIn(place).flatMap(inTuple)) : []
  },
}

function inTuple({ name, arguments: given }: Call): Proposal[] {
  const [, first] = given
  const last = given.at(-1)
  if (name !== 'execute' || !first || !last) return []
  if (first !== last)
    return [propose([insert(first.start, '('), insert(last.end, ')')], 'gave the values of the query as a tuple', 0.95)]
  const [open, second] = [first.tokens[0]?.text, first.tokens[1]?.text]
  if (open === '(' && first.tokens.length === 3)
    return [propose(insert(first.end - 1, ','), 'made a tuple of the value of the query', 0.95)]
  const isOne = open !== '(' && open !== '[' && open !== '{' && second === undefined
  return isOne
    ? [propose([insert(first.start, '('), insert(first.end, ',)')], 'made a tuple of the value of the query', 0.95)]
    : []
}

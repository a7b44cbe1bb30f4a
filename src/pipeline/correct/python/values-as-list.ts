import type { Proposal, Strategy } from '../strategy.ts'
import { bodyOf, nameOf } from './body-of.ts'
import { enclosing, parametersOf } from './definitions.ts'
import { best, insert, messageOf, propose } from './edits.ts'
import { callsIn, type Place, placeOf } from './expression.ts'
import { functionsOf } from './functions-of.ts'
import type { Program, Statement } from './program.ts'

export const valuesAsList: Strategy = {
  id: 'python/values-as-list',
  languages: ['python'],
  title:
    'Gives several values as one list to a function that goes over its only parameter, and one list to a function of many values as these',
  answers: ['TypeError'],
  prior: 0.9,
  propose(fault) {
    const found = messageOf(fault, /^(?:\w+\.)?(\w+)\(\) takes ([12]) positional arguments? but (\d+) were given$/)
    const place = placeOf(fault)
    if (found && place) return best(listed(place, found[1] ?? ''))
    return place && messageOf(fault, /and 'list'$|^'list' object|'list' and '/) ? best(spread(place)) : []
  },
}

/** `def f(*xs)` that is called as `f([1, 2])`, and fails over the list. */
function spread({ program, statement }: Place): Proposal[] {
  const head = enclosing(program, statement.line)[0]
  const stars = head?.tokens.filter(({ text }) => text === '*') ?? []
  const name = head && nameOf(head)
  const calls = program.statements
    .filter(({ tokens }) => tokens.some(({ text }) => text === name))
    .flatMap(({ tokens }) => callsIn({ program, tokens }))
    .filter((call) => call.name === name && call.arguments.length === 1 && call.arguments[0]?.text.startsWith('['))
  const edits = calls.flatMap(({ arguments: [only] }) => (only ? [insert(only.start, '*')] : []))
  const isOfMany = stars.length === 1 && head !== undefined && parametersOf(head).length === 1
  return isOfMany && edits.length > 0 ? [propose(edits, `gave ${name}() the items of a list one by one`, 0.92)] : []
}

function listed(place: Place, name: string): Proposal[] {
  const { program } = place
  const [head, ...others] = functionsOf(program, name)
  const parameters = head ? parametersOf(head).filter(({ text }) => !/^(?:self|cls)$/.test(text)) : []
  const [only] = parameters
  if (!head || !only || others.length > 0 || parameters.length > 1) return []
  if (!isGoneOver(program, head, only.text)) return []
  return callsIn(place).flatMap((call) => {
    const [first, last] = [call.arguments[0], call.arguments.at(-1)]
    const isPlain = call.arguments.every(({ tokens }) => !tokens.some(({ text }) => text === '=' || text === '*'))
    if (call.name !== name || !first || !last || first === last || !isPlain) return []
    return [propose([insert(first.start, '['), insert(last.end, ']')], `gave ${name}() its values as one list`, 0.92)]
  })
}

const TAKES_LIST = new Set('sum len max min sorted any all list set enumerate reversed mean median'.split(' '))

/** Whether the function takes its parameter for something with items. */
function isGoneOver(program: Program, head: Statement, parameter: string): boolean {
  return bodyOf(program, head).some(({ tokens }) =>
    tokens.some(({ text }, at) => {
      const [first, before, next] = [tokens[at - 2]?.text ?? '', tokens[at - 1]?.text, tokens[at + 1]?.text]
      if (text !== parameter) return false
      const isWhole = next === ')' || next === ',' || next === ':' || next === 'if' || next === ']'
      return isWhole && (before === 'in' || (before === '(' && TAKES_LIST.has(first)))
    }),
  )
}

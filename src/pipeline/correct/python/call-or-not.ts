import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, parametersOf } from './definitions.ts'
import { best, insert, messageOf, propose, remove } from './edits.ts'
import { callsIn, placeOf } from './expression.ts'
import { functionsOf } from './functions-of.ts'
import { type Program, readProgram } from './program.ts'

/** A class, a coroutine function and `super` are values too: Python tells only later that they were not called. */
export const callOrNot: Strategy = {
  id: 'python/call-or-not',
  languages: ['python'],
  title:
    'Calls a class, a coroutine function or `super` that was only named, and names the function of a key that was called',
  answers: ['TypeError', 'ValueError', 'AttributeError'],
  prior: 0.93,
  propose(fault) {
    const program = readProgram(fault.code)
    return best([
      ...superCalls(fault, program),
      ...coroutines(fault, program),
      ...instances(fault, program),
      ...keys(fault),
    ])
  },
}

/** `sorted(words, key=len(words))`: a key is a function, and not its answer. */
function keys(fault: Fault): Proposal[] {
  const place =
    messageOf(fault, /^'\w+' object is not callable|^\w+\(\) takes exactly one argument \(0 given\)/) && placeOf(fault)
  if (!place) return []
  const { tokens } = place
  return callsIn(place).flatMap(({ callee, open, close }) => {
    const [before, label] = [tokens[open - callee.tokens.length - 1], tokens[open - callee.tokens.length - 2]]
    const [from, to] = [tokens[open], tokens[close]]
    if (before?.text !== '=' || label?.text !== 'key' || !from || !to) return []
    return [
      propose(remove({ start: from.start, end: to.end }), `named ${callee.text} as the key, without calling it`, 0.94),
    ]
  })
}

const TOLD_OF_SUPER = /^descriptor '\w+' (?:requires a|of) 'super' object|^type object 'super' has no attribute/

function superCalls(fault: Fault, { tokens }: Program): Proposal[] {
  if (!messageOf(fault, TOLD_OF_SUPER)) return []
  const bare = tokens.filter(({ text }, index) => text === 'super' && tokens[index + 1]?.text === '.')
  const edits = bare.map(({ end }) => insert(end, '()'))
  return edits.length > 0 ? [propose(edits, 'called super()', 0.97)] : []
}

/** `asyncio.run(main)`. */
function coroutines(fault: Fault, { tokens }: Program): Proposal[] {
  const name = messageOf(
    fault,
    /(?:a coroutine was expected|coroutine or an awaitable is required).*<function (\w+) at/,
  )?.[1]
  const uses = tokens.filter(({ text, line }, index) => {
    const next = tokens[index + 1]?.text
    return text === name && line === fault.diagnosis.line && (next === ')' || next === ',')
  })
  return uses.length > 0
    ? [
        propose(
          uses.map(({ end }) => insert(end, '()')),
          `called ${name}()`,
          0.95,
        ),
      ]
    : []
}

/** `dog = Dog` and `dog.bark()`: a method without an object, of a class that asks for nothing. */
function instances(fault: Fault, program: Program): Proposal[] {
  const name = messageOf(fault, /^(\w+)\.\w+\(\) missing 1 required positional argument: 'self'$/)?.[1]
  if (name === undefined || !definitionsOf(program).some((each) => each.kind === 'class' && each.name === name))
    return []
  if (functionsOf(program, name).some((head) => parametersOf(head).length > 1)) return []
  const { statements, tokens } = program
  const given = statements.flatMap(({ tokens: [target, sign, value, more] }) =>
    target?.kind === 'name' && sign?.text === '=' && value?.text === name && more === undefined ? [value] : [],
  )
  const called = tokens.filter(
    ({ text, line }, index) => text === name && tokens[index + 1]?.text === '.' && line === fault.diagnosis.line,
  )
  const places = given.length > 0 ? given : called
  return places.length > 0
    ? [
        propose(
          places.map(({ end }) => insert(end, '()')),
          `made an object of ${name}`,
          0.93,
        ),
      ]
    : []
}

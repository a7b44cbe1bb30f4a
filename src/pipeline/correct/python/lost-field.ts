import type { Token } from '../../../language/python/tokens.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, enclosing, headerOf } from './definitions.ts'
import { best, insert, propose } from './edits.ts'
import { wantedAttribute } from './misspelt-attribute.ts'
import { nearNames } from './near-names.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { startsOf, type Use } from './start-values.ts'

/** Apart from a variable without a first value: a field belongs to the initializer of its class. */
export const lostField: Strategy = {
  id: 'python/lost-field',
  languages: ['python'],
  title: 'Begins a field that its class only adds to, with the empty value that its use tells',
  answers: ['AttributeError'],
  prior: 0.9,
  propose(fault) {
    const wanted = wantedAttribute(fault)
    return wanted ? best(begun(fault, wanted.type, wanted.name)) : []
  },
}

function begun({ code, diagnosis }: Fault, name: string, field: string): Proposal[] {
  const program = readProgram(code)
  const head = enclosing(program, diagnosis.line ?? 0).find((each) => headerOf(each)?.kind === 'class')
  // The class of the failing line has to be that of the object: another one may begin the field.
  if (!head || head.tokens[1]?.text !== name || head.tokens[2]?.text === '(') return []
  const uses = usesIn(program, field)
  // A field with a name like this one was begun, and is misspelt here or there.
  const others = definitionsOf(program).flatMap((each) => (each.name === field ? [] : each.name))
  if (isGiven(program, field) || nearNames(field, others).length > 0) return []
  const initializer = definitionsOf(program).find(
    (each) => each.kind === 'function' && each.name === '__init__' && each.scope === head,
  )?.statement
  const first = program.statements[program.statements.indexOf(initializer ?? head) + 1]
  if (!first || first.line === (initializer ?? head).line) return []
  return startsOf(uses, code).map(({ text, sureness }) => {
    const line = `self.${field} = ${text}\n${first.indent}`
    const own = initializer
      ? line
      : `def __init__(self):\n${first.indent}    self.${field} = ${text}\n\n${first.indent}`
    return propose(insert(first.first.start, own), `began the field "${field}" with ${text}`, sureness + 0.04)
  })
}

/** Uses of `self.field`, each read as a name of its own. */
function usesIn({ statements }: Program, field: string): Use[] {
  return statements.flatMap((statement) => {
    const tokens = withoutSelf(statement, field)
    return tokens.flatMap((token) => (token.text === field ? [{ statement: { ...statement, tokens }, token }] : []))
  })
}

const isOwn = (tokens: readonly Token[], at: number, field: string): boolean =>
  tokens[at]?.text === 'self' && tokens[at + 1]?.text === '.' && tokens[at + 2]?.text === field

const withoutSelf = ({ tokens }: Statement, field: string): Token[] =>
  tokens.filter((_, at) => !isOwn(tokens, at, field) && !isOwn(tokens, at - 1, field))

/** `x.field = …` with a new value: another object, or another method, gives the field. */
const isGiven = ({ tokens }: Program, field: string): boolean =>
  tokens.some(
    ({ text }, at) =>
      text === field &&
      tokens[at - 1]?.text === '.' &&
      tokens[at + 1]?.text === '=' &&
      !(tokens[at + 2]?.text === 'self' && tokens[at + 4]?.text === field),
  )

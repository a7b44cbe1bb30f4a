import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { bodyOf } from './body-of.ts'
import { type Definition, definitionsOf, parametersOf } from './definitions.ts'
import { best, insert, propose } from './edits.ts'
import { wantedAttribute } from './misspelt-attribute.ts'
import { type Program, readProgram, type Statement } from './program.ts'

export const callSuper: Strategy = {
  id: 'python/call-super',
  languages: ['python'],
  title: 'Lets an initializer call the one of the class above, which begins the field that is missing',
  answers: ['AttributeError'],
  prior: 0.92,
  propose(fault) {
    const wanted = wantedAttribute(fault)
    return wanted ? best(called(fault, wanted.type, wanted.name)) : []
  },
}

function called({ code }: Fault, name: string, field: string): Proposal[] {
  const program = readProgram(code)
  const head = classOf(program, name)
  const above = head && classOf(program, baseOf(head))
  const [own, other] = [head && initializerOf(program, head), above && initializerOf(program, above)]
  if (!head || !own || !other || /\bsuper\b|__init__/.test(textOf(program, own))) return []
  if (!new RegExp(`\\bself\\.${field}\\s*(?::[^=\\n]+)?=[^=]`).test(textOf(program, other))) return []
  const wanted = parametersOf(other).slice(1)
  const given = new Set(parametersOf(own).map(({ text }) => text))
  const [first] = bodyOf(program, own)
  // Values that only the class above knows are not made up.
  if (!first || hasStars(other) || wanted.some((each) => !given.has(each.text) && !hasDefault(other, each.text)))
    return []
  const values = wanted.filter(({ text }) => given.has(text)).map(({ text }) => text)
  const inOrder = values.every((value, index) => wanted[index]?.text === value)
  const list = values.map((value) => (inOrder ? value : `${value}=${value}`)).join(', ')
  const text = `super().__init__(${list})\n${first.indent}`
  return [propose(insert(first.first.start, text), `let ${name} begin like ${baseOf(head)}`, 0.95)]
}

/** The only class of that name. */
function classOf(program: Program, name: string): Statement | undefined {
  const found = definitionsOf(program).filter((each) => each.kind === 'class' && each.name === name)
  return found.length === 1 ? found[0]?.statement : undefined
}

/** The only class above. */
const baseOf = ({ tokens }: Statement): string =>
  tokens[2]?.text === '(' && tokens[4]?.text === ')' ? (tokens[3]?.text ?? '') : ''

const initializerOf = (program: Program, head: Statement): Statement | undefined =>
  definitionsOf(program).find(
    ({ kind, name, scope }: Definition) => kind === 'function' && name === '__init__' && scope === head,
  )?.statement

/** The body of a function. */
const textOf = (program: Program, head: Statement): string =>
  program.code.slice(head.last.end, bodyOf(program, head).at(-1)?.last.end)

const hasStars = ({ tokens }: Statement): boolean => tokens.some(({ text }) => text === '*' || text === '**')

const hasDefault = ({ tokens }: Statement, name: string): boolean =>
  tokens.some(({ text }, at) => {
    if (text !== name || !['(', ','].includes(tokens[at - 1]?.text ?? '')) return false
    const end = tokens.findIndex(({ text: each }, index) => index > at && (each === ',' || each === '='))
    return tokens[end]?.text === '='
  })

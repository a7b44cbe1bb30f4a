import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { openBefore } from './brackets.ts'
import { definitionsOf } from './definitions.ts'
import { best, propose, replace } from './edits.ts'
import { readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const equalsSign: Strategy = {
  id: 'python/equals-sign',
  languages: ['python'],
  title: 'Tells assigning, comparing and naming apart: = == := and the colon',
  answers: SYNTAX_ERRORS,
  prior: 0.92,
  propose({ code }) {
    const program = readProgram(code)
    const defined = new Set(definitionsOf(program).map(({ name }) => name))
    return best(
      program.statements.flatMap((each) => [...conditions(each, defined), ...inBrackets(each), ...assignments(each)]),
    )
  },
}

const CONDITIONS = new Set(['if', 'elif', 'while', 'assert', 'return', 'not', 'and', 'or'])

const compare = (token: Token, sureness: number) =>
  propose(replace(token, '=='), `compared with == on line ${token.line} instead of assigning`, sureness)

/** `if x = 3:` */
function conditions({ tokens, first }: Statement, defined: ReadonlySet<string>): Proposal[] {
  if (!CONDITIONS.has(first.text)) return afterIf(tokens)
  const open = openBefore(tokens)
  // Behind the colon of `if x: y = 1` assigning is right.
  const colon = tokens.findIndex(({ text }, index) => text === ':' && open[index] === undefined)
  const head = colon === -1 ? tokens : tokens.slice(0, colon)
  const wrong = head.filter(({ text }, index) => {
    const bracket = open[index]
    const isCall = bracket !== undefined && ['name', 'close'].includes(tokens[bracket.index - 1]?.kind ?? '')
    const next = tokens[index + 1]
    const isTurned = next !== undefined && next.start === tokens[index]?.end && ['<', '>', '!'].includes(next.text)
    return text === '=' && !isCall && !isTurned
  })
  if (wrong.length === 0 || wrong.some((token) => isCompared(head, token))) return []
  const all = propose(
    wrong.map((token) => replace(token, '==')),
    `compared with == on line ${first.line} instead of assigning`,
    0.96,
  )
  // A name that has a value already is compared: `if k = 1:` would otherwise take a parameter's value away.
  const fresh = wrong.filter((token) => !defined.has(tokens[tokens.indexOf(token) - 1]?.text ?? ''))
  return [all, ...fresh.map((token) => propose(replace(token, ':='), `assigned with := on line ${token.line}`, 0.3))]
}

/** `if a = b == 0:` would compare three values, which nobody means: another sign was lost. */
function isCompared(head: Token[], token: Token): boolean {
  const rest = head.slice(head.indexOf(token) + 1)
  const end = rest.findIndex(({ text }) => ['and', 'or', 'if', 'else', ',', ')'].includes(text))
  return rest.slice(0, end === -1 ? undefined : end).some(({ text }) => /^(?:==|!=|<=?|>=?)$/.test(text))
}

/** `=` in a conditional expression or the filter of a comprehension. */
function afterIf(tokens: Token[]): Proposal[] {
  const at = tokens.findIndex(({ text }, index) => text === 'if' && index > 0)
  const wrong = at === -1 ? undefined : tokens.slice(at).find(({ text }) => text === '=')
  return wrong ? [compare(wrong, 0.8)] : []
}

/** `dict(a: 1)`, `{"a" = 1}`, `f(a == 1)` that names an argument, `(x = 3)`. */
function inBrackets({ tokens, first }: Statement): Proposal[] {
  if (first.text === 'def' || first.text === 'async' || first.text === 'class') return []
  const open = openBefore(tokens)
  return tokens.flatMap((token, index) => {
    const bracket = open[index]
    const opener = bracket?.token.text
    if (!bracket) return []
    const isCall = opener === '(' && ['name', 'close'].includes(tokens[bracket.index - 1]?.kind ?? '')
    const startsItem = ['(', ','].includes(tokens[index - 2]?.text ?? '')
    if (token.text === '=' && opener === '{')
      return [propose(replace(token, ':'), `put a colon behind a key on line ${token.line}`, 0.95)]
    if (token.text === ':' && isCall && startsItem && tokens[index - 1]?.kind === 'name')
      return [propose(replace(token, '='), `named an argument with = on line ${token.line}`, 0.9)]
    if (token.text !== '=') return []
    if (isCall && startsItem && tokens[index - 1]?.kind === 'name') return []
    return [compare(token, 0.7)]
  })
}

/** `x == 3` cannot be recognized by its form; `x : = 3`, `x =: 3`, `f() = x` and `3 = x` can. */
function assignments({ tokens, first }: Statement): Proposal[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1]
    if (!next || token.end !== next.start) return []
    const pair = token.text + next.text
    const right: Record<string, string> = { '=<': '<=', '=!': '!=', '=+': '+=', '=:': ':=', '>=': '>=' }
    if (token.text === '=' && right[pair] && pair !== '=+')
      return [
        propose(
          { start: token.start, end: next.end, text: right[pair] ?? '' },
          `wrote ${right[pair]} the right way round on line ${first.line}`,
          0.95,
        ),
      ]
    return []
  })
}

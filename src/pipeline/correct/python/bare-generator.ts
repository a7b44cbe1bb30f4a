import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { propose, wrap } from './edits.ts'
import { readProgram, type Statement } from './program.ts'

/** `max(x for x in xs, 0)`: a generator beside other arguments needs parentheses of its own. */
export const bareGenerator: Strategy = {
  id: 'python/bare-generator',
  languages: ['python'],
  title: 'Puts a generator expression beside other arguments into parentheses',
  answers: ['SyntaxError'],
  prior: 0.95,
  propose({ code, diagnosis }) {
    const { statements } = readProgram(code)
    const near = statements.filter(
      ({ line, lastLine }) => diagnosis.line === undefined || (line <= diagnosis.line && diagnosis.line <= lastLine),
    )
    if (!/generator expression must be parenthesized/i.test(diagnosis.message)) return near.flatMap(assigned)
    return near.flatMap(({ tokens }) =>
      tokens.flatMap((token, index) => (token.text === '(' ? wrapped(tokens, index) : [])),
    )
  },
}

/** `squares = x * x for x in xs`: a list, since a generator is rarely kept in a variable. */
function assigned({ tokens, last }: Statement): Proposal[] {
  const [name, equals, first] = tokens
  const isBare = name?.kind === 'name' && equals?.text === '=' && tokens.filter(({ text }) => text === '=').length === 1
  const at = tokens.findIndex(({ text }) => text === 'for')
  const isOutside = at > 2 && !tokens.slice(0, at).some(({ kind }) => kind === 'open' || kind === 'close')
  if (!isBare || !isOutside || !first || !tokens.slice(at).some(({ text }) => text === 'in') || last.text === ':')
    return []
  const range = { start: first.start, end: last.end }
  return [propose(wrap(range, '[', ']'), `put the values on line ${first.line} into a list`, 0.85)]
}

function wrapped(tokens: Token[], open: number): Proposal[] {
  const parts = argumentsAt(tokens, open)
  const generator = parts.find((part) => part.some(({ text }) => text === 'for'))
  const [first, last] = [generator?.[0], generator?.at(-1)]
  if (parts.length < 2 || !first || !last) return []
  const range = { start: first.start, end: last.end }
  return [propose(wrap(range, '(', ')'), `put the generator on line ${first.line} into parentheses`, 0.95)]
}

/** The arguments behind an opening parenthesis, each without the tokens inside of further brackets but the outer ones. */
function argumentsAt(tokens: Token[], open: number): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens.slice(open + 1)) {
    if (/^[)\]}]$/.test(token.text) && depth-- === 0) return parts.filter(({ length }) => length > 0)
    if (token.text === ',' && depth === 0) parts.push([])
    else if (depth === 0 || /^[)\]}]$/.test(token.text)) parts.at(-1)?.push(token)
    if (/^[([{]$/.test(token.text)) depth++
  }
  return []
}

import type { Proposal, Strategy } from '../strategy.ts'
import { headerOf } from './definitions.ts'
import { assuming, best, insert, propose, remove, replace } from './edits.ts'
import { parameterOrder } from './parameter-order.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const strayToken: Strategy = {
  id: 'python/stray-token',
  languages: ['python'],
  title: 'Takes away a character too many, and puts the brackets of a definition or a call',
  answers: SYNTAX_ERRORS,
  prior: 0.75,
  bold: 'a value behind an operator at the end of a line that was not to stand there',
  propose({ code, diagnosis }) {
    const program = readProgram(code)
    const { line = 0 } = diagnosis
    const near = program.statements.filter((each) => each.line - 1 <= line && line <= each.lastLine + 1)
    return best([
      ...near.flatMap(doubled),
      ...near.flatMap((each) => strays(each)),
      ...program.statements.flatMap(definitions),
      ...near.flatMap(joinedNumbers),
      ...near.flatMap((each) => (headerOf(each) ? parameterOrder(program, each) : order(program, each))),
      ...near.flatMap(prefixed),
    ])
  },
}

const DOUBLED = new Set([
  ',',
  ':',
  '.',
  '=',
  '==',
  '+',
  '*',
  'in',
  'if',
  'for',
  'and',
  'or',
  'return',
  'def',
  'is',
  'as',
  '-',
  '/',
])

/** The same word or mark twice, or two operators that do not go together. */
function doubled({ tokens }: Statement): Proposal[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1]
    if (!next) return []
    const isDoubled = token.text === next.text && DOUBLED.has(token.text)
    if (isDoubled)
      return [
        propose(remove({ start: token.end, end: next.end }), `wrote "${token.text}" once on line ${token.line}`, 0.9),
      ]
    if (token.text === 'else' && next.text === ':' && tokens[0] !== token && tokens.at(-1) !== next)
      return [propose(remove(next), `took the colon behind "else" away on line ${token.line}`, 0.85)]
    const isComma = token.text === ',' && ['.', ':', '='].includes(next.text)
    return isComma ? [propose(remove(token), `took a comma away on line ${token.line}`, 0.6)] : []
  })
}

/** Signs that Python does not use, and operators with nothing behind them. */
function strays({ tokens, last }: Statement): Proposal[] {
  const found = tokens.filter(({ kind, text }) => kind === 'stray' && ['$', '?', '`', '\\', '@'].includes(text))
  const gone = found.length ? [propose(found.map(remove), `took away "${found[0]?.text}"`, 0.8)] : []
  const isDangling =
    last.kind === 'operator' &&
    ['+', '-', '*', '/', '=', '.', '==', '&', '|', '!'].includes(last.text) &&
    tokens.length > 1
  if (!isDangling) return gone
  const ended = propose(remove(last), `took away "${last.text}" at the end of line ${last.line}`, 0.6)
  const isCut = /^[-+*/&|]$|^==?$/.test(last.text)
  return [...gone, isCut ? assuming(`nothing was to stand behind "${last.text}" on line ${last.line}`, ended) : ended]
}

/** `def f:` and `def f x, y:` and `class C(:` */
function definitions(statement: Statement): Proposal[] {
  const { tokens } = statement
  const header = headerOf(statement)
  const name = header && tokens[header.index]
  const next = header && tokens[header.index + 1]
  if (!header || !name || header.kind !== 'function' || next?.text === '(') return []
  const colon = tokens.findLast(({ text }) => text === ':')
  const end = colon?.start ?? statement.last.end
  const why = `gave "${name.text}" its brackets`
  if (!next || next === colon) return [propose(insert(name.end, '()'), why, 0.96)]
  const closes = tokens.some(({ text }) => text === ')')
  return [
    propose([replace({ start: name.end, end: next.start }, '('), ...(closes ? [] : [insert(end, ')')])], why, 0.9),
  ]
}

/** `2x` and `1_st`: a number that runs into a name. */
function joinedNumbers({ tokens }: Statement): Proposal[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1]
    if (token.kind !== 'number' || next?.kind !== 'name' || next.start !== token.end) return []
    return [propose(insert(token.end, ' * '), `multiplied ${token.text} by ${next.text}`, 0.6)]
  })
}

/** `f(a=1, b)`: arguments without a name come first. */
function order({ code }: Program, { tokens }: Statement): Proposal[] {
  return tokens.flatMap((token, at) => {
    const isNamed =
      token.text === '=' && tokens[at - 1]?.kind === 'name' && ['(', ','].includes(tokens[at - 2]?.text ?? '')
    const [name, value, comma, next, after] = [
      tokens[at - 1],
      tokens[at + 1],
      tokens[at + 2],
      tokens[at + 3],
      tokens[at + 4],
    ]
    if (!isNamed || !name || !value || comma?.text !== ',' || !next || !after || ![')', ','].includes(after.text))
      return []
    const text = `${next.text}, ${code.slice(name.start, value.end)}`
    return [propose(replace({ start: name.start, end: next.end }, text), 'put the argument without a name first', 0.85)]
  })
}

/** `fprint(x)` cannot be recognized; `:x = 1`, `.x = 1`, `,x` at the start can. */
function prefixed({ first, tokens }: Statement): Proposal[] {
  const isOdd =
    first.kind === 'operator' && !['@', '*', '-', '+', '~', '...', '**', '++', '--', '//'].includes(first.text)
  return isOdd && tokens.length > 1
    ? [propose(remove(first), `took away "${first.text}" at the start of line ${first.line}`, 0.7)]
    : []
}

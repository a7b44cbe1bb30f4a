import type { Token } from '../../../language/python/tokens.ts'
import type { Fault } from '../strategy.ts'
import { endsOperand } from './adjacency.ts'
import { openBefore, partnerOf } from './brackets.ts'
import { type Program, readProgram, type Statement, statementAt } from './program.ts'

/** Tokens that belong together, from the start of the first to the end of the last. */
export interface Expression {
  start: number
  end: number
  tokens: Token[]
  text: string
}

export interface Place {
  program: Program
  statement: Statement
  tokens: Token[]
  /** Index of the token that the interpreter marks; -1 without a mark. */
  at: number
}

const MOST_TOKENS = 2000

/** The statement that failed. */
export function placeOf({ code, diagnosis }: Fault): Place | undefined {
  const program = readProgram(code)
  const statement = statementAt(program, diagnosis.line)
  // Longer statements are tables of data: reading them again and again would take too long.
  if (!statement || statement.tokens.length > MOST_TOKENS) return undefined
  const { tokens } = statement
  const line = program.lines[(diagnosis.line ?? 1) - 1]
  const offset = line && diagnosis.column !== undefined ? line.start + diagnosis.column - 1 : -1
  return { program, statement, tokens, at: tokens.findIndex(({ start, end }) => start <= offset && offset < end) }
}

/** The expression from the first index to before the second. */
export function expressionOf(
  { program, tokens }: Pick<Place, 'program' | 'tokens'>,
  [from, to]: [number, number],
): Expression | undefined {
  const part = tokens.slice(from, to)
  const [first, last] = [part[0], part.at(-1)]
  return first && last
    ? { start: first.start, end: last.end, tokens: part, text: program.code.slice(first.start, last.end) }
    : undefined
}

const LEVELS: string[][] = [
  ['or'],
  ['and'],
  ['not'],
  ['in', 'is', '<', '>', '<=', '>=', '==', '!='],
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', '@'],
  ['**'],
]
const levelOf = (text: string): number => LEVELS.findIndex((level) => level.includes(text))

/** The right operand of a binary operator. */
export function rightOf({ program, tokens }: Place, index: number): Expression | undefined {
  const level = levelOf(tokens[index]?.text ?? '')
  let at = endOfOperand(tokens, index + 1)
  while (at > index + 1 && levelOf(tokens[at]?.text ?? '') > level) at = endOfOperand(tokens, at + 1)
  return expressionOf({ program, tokens }, [index + 1, at])
}

/** The left operand of a binary operator: operators of the same level group from the left. */
export function leftOf({ program, tokens }: Place, index: number): Expression | undefined {
  const level = levelOf(tokens[index]?.text ?? '')
  let at = startOfOperand(tokens, index - 1)
  while (at > 0 && levelOf(tokens[at - 1]?.text ?? '') >= level && endsOperand(tokens[at - 2]))
    at = startOfOperand(tokens, at - 2)
  return expressionOf({ program, tokens }, [at, index])
}

/** The index behind the operand that begins at `index`: an atom with its calls, indexes and attributes. */
export function endOfOperand(tokens: Token[], index: number): number {
  let at = index
  while (['-', '+', '~', 'not', 'await'].includes(tokens[at]?.text ?? '')) at++
  if (tokens[at]?.kind === 'open') at = Math.max(partnerOf(tokens, at), at) + 1
  else at++
  for (;;) {
    const token = tokens[at]
    if (token?.text === '.' && tokens[at + 1]) at += 2
    else if ((token?.text === '(' || token?.text === '[') && partnerOf(tokens, at) !== -1)
      at = partnerOf(tokens, at) + 1
    else return Math.min(at, tokens.length)
  }
}

/** The first index of the operand that ends with the token at `index`. */
export function startOfOperand(tokens: Token[], index: number): number {
  let at = index
  for (;;) {
    if (tokens[at]?.kind === 'close') {
      const open = partnerOf(tokens, at)
      if (open === -1) return at
      at = open
      const before = tokens[at - 1]
      const isTrailer =
        (before?.kind === 'name' || before?.kind === 'close' || before?.kind === 'string') && tokens[at]?.text !== '{'
      if (!isTrailer) return at
      at--
    } else if (tokens[at - 1]?.text === '.') at -= 2
    else return Math.max(at, 0)
  }
}

export interface Call {
  /** The called expression. */
  callee: Expression
  /** The last name of the callee. */
  name: string
  open: number
  close: number
  arguments: Expression[]
}

/** All calls in the statement, in order of their brackets. */
export function callsIn({ program, tokens }: Pick<Place, 'program' | 'tokens'>): Call[] {
  if (tokens.length > MOST_TOKENS) return []
  return tokens.flatMap((token, open): Call[] => {
    const before = tokens[open - 1]
    if (token.text !== '(' || !before || !endsOperand(before) || before.kind === 'number') return []
    const close = partnerOf(tokens, open)
    const callee = expressionOf({ program, tokens }, [startOfOperand(tokens, open - 1), open])
    if (close === -1 || !callee) return []
    return [{ callee, name: before.text, open, close, arguments: argumentsOf(program, tokens, open, close) }]
  })
}

function argumentsOf(program: Program, tokens: Token[], open: number, close: number): Expression[] {
  const around = openBefore(tokens.slice(open, close))
  const own = around[1]
  const commas = [open]
  for (let index = open + 1; index < close; index++)
    if (tokens[index]?.text === ',' && around[index - open] === own) commas.push(index)
  return [...commas, close].flatMap((from, order, all) => {
    const to = all[order + 1]
    const found = to === undefined ? undefined : expressionOf({ program, tokens }, [from + 1, to])
    return found ? [found] : []
  })
}

import type { Token } from '../../../language/python/tokens.ts'
import { endsOperand } from './adjacency.ts'
import { CLOSER, type Open } from './brackets.ts'

export interface ClosingPlace {
  tokens: readonly Token[]
  /** Index of the token before which the closer would stand. */
  index: number
  innermost: Open
}

/** Functions that take exactly one argument. */
const ONE_ARGUMENT = new Set(
  'len str int float bool abs ord chr repr list set tuple sorted sum iter reversed any all input id hash type'.split(
    ' ',
  ),
)
/** Of these, the functions with a single value as argument rather than a calculation. */
const TAKES_ONE_THING = new Set('len int float ord input'.split(' '))
/** Functions that take a condition. */
const TAKES_CONDITION = new Set('print any all bool filter sum append assertTrue assertFalse not'.split(' '))
/** Indexers of pandas that take row and column. */
const LOCATORS = new Set(['loc', 'iloc', 'at', 'iat'])
const COMPARISONS = new Set(['<', '>', '<=', '>=', '==', '!=', '<>'])
const ARITHMETIC = new Set(['+', '-', '*', '/', '//', '%', '**'])
const CONDITIONAL = new Set(['if', 'elif', 'while', 'assert', 'return'])

/** From 0 to 1: how likely a bracket was meant to close here, in the middle of a line. */
export function scoreClosing({ tokens, index, innermost }: ClosingPlace): number {
  const previous = tokens[index - 1]
  const next = tokens[index]
  if (!next || !previous) return 0
  const callee = calleeOf(tokens, innermost)
  const isEmptyCall = previous === innermost.token && callee !== undefined
  if (!endsOperand(previous) && !isEmptyCall) return 0
  if (next.kind === 'close') return next.text === CLOSER[innermost.token.text] ? 0 : 0.9
  if (next.text === ':') return innermost.token.text === '(' ? 0.95 : 0.3
  if (next.text === ',') return scoreComma({ tokens, index, innermost }, callee)
  if (next.text === '.') return scoreDot(previous, callee)
  if (next.text === 'as') return 0.95
  if (next.text === 'for') return callee !== undefined && isComprehended(tokens, innermost) ? 0.93 : 0.3
  if (next.text === 'and' || next.text === 'or') return isTest(callee) ? 0.96 : 0.3
  if (COMPARISONS.has(next.text)) return scoreComparison({ tokens, index, innermost }, callee)
  if (ARITHMETIC.has(next.text)) return scoreArithmetic(tokens[index + 1], callee)
  return next.kind === 'keyword' && callee !== undefined && TAKES_ONE_THING.has(callee) ? 0.8 : 0.3
}

/** Name of the function that a bracket calls; undefined for a bracket that only groups. */
function calleeOf(tokens: readonly Token[], { token, index }: Open): string | undefined {
  const before = tokens[index - 1]
  return token.text === '(' && before?.kind === 'name' ? before.text : undefined
}

const isTest = (callee: string | undefined): boolean => callee !== undefined && !TAKES_CONDITION.has(callee)

function scoreComma({ tokens, index, innermost }: ClosingPlace, callee: string | undefined): number {
  const startsPair = tokens[index + 2]?.text === ':' && innermost.outer?.token.text === '{'
  if (startsPair && innermost.token.text !== '{') return 0.95
  if (innermost.outer?.token.text === '{' && innermost.token.text === '{') return 0.3
  const isIndex = innermost.token.text === '[' && endsOperand(tokens[innermost.index - 1])
  const isLocated = LOCATORS.has(tokens[innermost.index - 1]?.text ?? '')
  const isDone = isLocated === hasComma(tokens, innermost, index)
  if (isIndex && innermost.outer?.token.text === '(') return isDone ? 0.93 : 0.3
  return callee !== undefined && ONE_ARGUMENT.has(callee) && !hasComma(tokens, innermost, index) ? 0.92 : 0.3
}

const hasComma = (tokens: readonly Token[], { index }: Open, to: number): boolean =>
  tokens.slice(index, to).some(({ text }) => text === ',')

function scoreDot(previous: Token, callee: string | undefined): number {
  if (callee === 'super' || previous.kind === 'number') return 0.95
  return previous.kind === 'string' && (callee === 'input' || callee === 'open') ? 0.92 : 0.2
}

/** `[int(x for x in row]`: a bracket right around the call makes it the item of a comprehension. */
function isComprehended(tokens: readonly Token[], { outer, index }: Open): boolean {
  if (!outer || outer.token.text === '(') return false
  const between = tokens.slice(outer.index + 1, index)
  return between.every(({ kind, text }) => kind === 'name' || text === '.')
}

function scoreComparison({ tokens, index, innermost }: ClosingPlace, callee: string | undefined): number {
  if (callee !== undefined && TAKES_ONE_THING.has(callee)) return 0.96
  const rest = tokens.slice(index).findIndex(({ text }) => text === 'for')
  if (rest !== -1 || !isTest(callee)) return 0.3
  return CONDITIONAL.has(tokens[0]?.text ?? '') && innermost.token.text === '(' ? 0.96 : 0.35
}

function scoreArithmetic(after: Token | undefined, callee: string | undefined): number {
  if (callee === 'len') return 0.93
  if (callee === 'str' && after?.kind === 'string') return 0.95
  return callee !== undefined && TAKES_ONE_THING.has(callee) && after?.kind === 'number' ? 0.93 : 0.25
}

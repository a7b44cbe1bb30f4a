import type { Token } from '../../../language/python/tokens.ts'

const VALUE_KEYWORDS = new Set(['True', 'False', 'None'])
const STARTS_OPERAND_KEYWORDS = new Set(['lambda', 'True', 'False', 'None'])
/** Soft keywords: keywords only at certain places, and names elsewhere. */
const SOFT_STARTS = new Set(['match', 'case', 'type', 'print', 'exec'])

/** Whether an operand can end with this token: a name, a literal, a closing bracket. */
export const endsOperand = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'name' ||
    token.kind === 'number' ||
    token.kind === 'string' ||
    token.kind === 'close' ||
    (token.kind === 'keyword' && VALUE_KEYWORDS.has(token.text)))

/** Whether this token can only start an operand; a bracket may also be a call or an index. */
export const startsOperand = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'name' ||
    token.kind === 'number' ||
    token.kind === 'string' ||
    (token.kind === 'keyword' && STARTS_OPERAND_KEYWORDS.has(token.text)))

/** Indexes of operands that follow another operand with nothing between them; text beside text is allowed. */
export function findAdjacent(tokens: readonly Token[]): number[] {
  const found: number[] = []
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1]
    if (!previous || !areAdjacent(previous, token)) return
    if (index === 1 && SOFT_STARTS.has(previous.text) && token.kind !== 'number') return
    found.push(index)
  })
  return found
}

export function areAdjacent(left: Token, right: Token): boolean {
  if (left.kind === 'string' && right.kind === 'string') return left.end === right.start && !isSameKind(left, right)
  if (endsOperand(left) && startsOperand(right)) return true
  // A list or a dictionary follows an operand only to index it; a number cannot be called.
  if (endsOperand(left) && right.text === '{') return true
  return left.kind === 'number' && (right.text === '(' || right.text === '[')
}

const isSameKind = (left: Token, right: Token): boolean => left.string?.quote === right.string?.quote

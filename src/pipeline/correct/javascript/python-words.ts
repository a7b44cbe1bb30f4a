import type { Edit } from '../strategy.ts'
import { beginsOperand, braceKind, endsOperand, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { opens, type Source } from './read-source.ts'

const VALUES: Record<string, string> = { True: 'true', False: 'false', None: 'null', nil: 'null', NULL: 'null' }
const WORDS: Record<string, string> = { elif: 'else if', elseif: 'else if', elsif: 'else if' }

/** Replaces keywords of Python that have another name in JavaScript. */
export function pythonWords(source: Source, declared: ReadonlyMap<string, number>): Edit[] {
  const edits: Edit[] = []
  for (const [index, token] of source.tokens.entries()) {
    if (token.kind !== 'name' || declared.has(token.text) || isMember(source, index)) continue
    const text = meaningOf(source, index)
    if (text !== undefined) edits.push({ start: token.start, end: token.end, text })
  }
  return [...edits, ...comparisons(source), ...looseNone(source, declared)]
}

const isMember = ({ tokens }: Source, index: number): boolean =>
  isPunctuation(tokens[index - 1], '.', '?.') ||
  (isPunctuation(tokens[index + 1], ':') && isPunctuation(tokens[index - 1], '{', ','))

function meaningOf(source: Source, index: number): string | undefined {
  const { tokens } = source
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  const text = token?.text ?? ''
  if (Object.hasOwn(VALUES, text)) return isWord(before, 'is', 'not') ? undefined : VALUES[text]
  if (Object.hasOwn(WORDS, text)) return WORDS[text]
  const isBetween = endsOperand(before) && (beginsOperand(next) || isPunctuation(next, '(', '[', '-'))
  if (text === 'and' && isBetween) return '&&'
  if (text === 'or' && isBetween) return '||'
  if (text === 'not') return notOf(source, index)
  if (text === 'self' && isPunctuation(next, '.')) return 'this'
  if (text === 'def') return defOf(source, index)
  if (text === 'raise' && (isPlainName(next) || isWord(next, 'new')))
    return isPunctuation(tokens[index + 2], '(') ? 'throw new' : 'throw'
  if (text === 'pass' && token?.isFirst && (next === undefined || next.isFirst || isPunctuation(next, ';', '}')))
    return ';'
  return undefined
}

/** `not x`; the space behind `not` goes too, so the edit ends where the operand begins. */
function notOf({ tokens }: Source, index: number): string | undefined {
  const [before, next] = [tokens[index - 1], tokens[index + 1]]
  if (isWord(next, 'in') || isWord(before, 'is') || (endsOperand(before) && !isWord(before, 'and', 'or')))
    return undefined
  return beginsOperand(next) || isPunctuation(next, '(') ? '!' : undefined
}

/** A method in a class or an object needs no word before it. */
function defOf(source: Source, index: number): string | undefined {
  const name = source.tokens[index + 1]
  if (!isPlainName(name)) return undefined
  const holder = source.parent[index] ?? -1
  if (opens(source.tokens[holder]) !== '{' || braceKind(source, holder) === 'block') return 'function'
  return name.text === '__init__' ? undefined : ''
}

/** `x is None`, `x is not None`. */
function comparisons({ tokens }: Source): Edit[] {
  return tokens.flatMap((token, index) => {
    if (!isWord(token, 'is') || !endsOperand(tokens[index - 1])) return []
    const isNot = isWord(tokens[index + 1], 'not')
    const value = tokens[index + (isNot ? 2 : 1)]
    if (value === undefined || !endsOperand(value)) return []
    const isNone = isWord(value, 'None', 'null', 'undefined')
    const sign = isNone
      ? isNot
        ? '!= null'
        : '== null'
      : `${isNot ? '!==' : '==='} ${VALUES[value.text] ?? value.text}`
    return [{ start: token.start, end: value.end, text: sign }]
  })
}

/** Python's None is one value, a missing one in JavaScript is two: `!= null` tests for both. */
function looseNone({ tokens }: Source, declared: ReadonlyMap<string, number>): Edit[] {
  if (declared.has('None')) return []
  return tokens.flatMap((token, index) => {
    const sign = isWord(token, 'None') ? tokens[index - 1] : undefined
    if (!sign || !isPunctuation(sign, '===', '!==')) return []
    return [{ start: sign.start, end: sign.end, text: sign.text.slice(0, 2) }]
  })
}

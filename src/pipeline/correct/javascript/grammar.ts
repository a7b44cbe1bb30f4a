import { KEYWORDS } from '../../../language/javascript/keywords.ts'
import type { Token } from '../../../language/javascript/tokens.ts'
import { closes, opens, type Source } from './read-source.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Keywords that are no value and end none: an operand may follow them. */
const BEFORE_OPERAND = words(
  'async await case class const default delete do else export extends finally for function if import in instanceof let ' +
    'new of return static switch throw try typeof var void while with yield get set from as',
)

/** Keywords that begin a statement and cannot stand inside of an expression. */
export const BEGINS_STATEMENT = words(
  'break case catch const continue default do else export finally for if let return switch throw try var while',
)

/** Modifiers that TypeScript has before a member. */
export const MODIFIERS = ['private', 'public', 'protected', 'readonly', 'override'] as const

/** Keywords that are values. */
const VALUE_WORDS = words('this super true false null undefined')

/** Whether an operand ends with this token: a name, a value, a closed bracket. */
export function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'name') return !BEFORE_OPERAND.has(token.text) || VALUE_WORDS.has(token.text)
  if (token.kind === 'template') return opens(token) === undefined
  if (token.kind === 'punctuation') return [')', ']', '}'].includes(token.text)
  return token.kind === 'number' || token.kind === 'string' || token.kind === 'regex'
}

/** Whether this token can only begin an operand: it is no operator, and no bracket that calls. */
export function beginsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'name')
    return !['in', 'of', 'instanceof', 'else', 'catch', 'finally', 'as', 'from'].includes(token.text)
  if (token.kind === 'template') return closes(token) === undefined
  if (token.kind === 'punctuation') return ['{', '...', '!', '~'].includes(token.text)
  return token.kind === 'number' || token.kind === 'string' || token.kind === 'regex'
}

export const isPunctuation = (token: Token | undefined, ...texts: string[]): boolean =>
  token?.kind === 'punctuation' && texts.includes(token.text)

export const isWord = (token: Token | undefined, ...texts: string[]): boolean =>
  token?.kind === 'name' && texts.includes(token.text)

/** A name that is no keyword. */
export const isPlainName = (token: Token | undefined): token is Token & { kind: 'name' } =>
  token?.kind === 'name' && !KEYWORDS.has(token.text)

/** The kind of code that a `{` begins. */
export type BraceKind = 'block' | 'class' | 'object'

export function braceKind(source: Source, index: number): BraceKind {
  const { tokens, partner } = source
  const before = tokens[index - 1]
  if (before === undefined || isPunctuation(before, ';', '}', '{', '=>')) return 'block'
  if (isPunctuation(before, ')')) {
    const opener = partner.get(index - 1)
    return isWord(tokens[(opener ?? 0) - 1], 'return') ? 'object' : 'block'
  }
  if (isPunctuation(before, ':')) return colonBeforeBlock(source, index) ? 'block' : 'object'
  if (isPunctuation(before, '>') && headerIsClass(tokens, index)) return 'class'
  if (before.kind === 'punctuation') return isPunctuation(before, ']', '>') ? 'block' : 'object'
  if (isWord(before, 'else', 'do', 'try', 'finally', 'static')) return 'block'
  if (before.kind === 'name')
    return headerIsClass(tokens, index) ? 'class' : BEFORE_OPERAND.has(before.text) ? 'object' : 'block'
  return 'block'
}

/** `case 1: {` and `label: {`, but not `a: {` in an object. */
function colonBeforeBlock({ tokens, parent }: Source, index: number): boolean {
  for (let at = index - 2; at >= 0 && at > (parent[index] ?? -1); at--) {
    if (isWord(tokens[at], 'case', 'default')) return true
    if (isPunctuation(tokens[at], ';', '{', '}', '?', ',')) return false
  }
  return false
}

function headerIsClass(tokens: Token[], index: number): boolean {
  for (let at = index - 1; at >= Math.max(0, index - 12); at--) {
    if (isWord(tokens[at], 'class', 'interface', 'enum', 'namespace')) return true
    if (tokens[at]?.kind === 'punctuation' && !isPunctuation(tokens[at], '.', '<', '>', ',')) return false
  }
  return false
}

/** Whether a token stands in a list with commas: arguments, elements, properties, imported names. */
export function isInList(source: Source, index: number): boolean {
  const parent = source.parent[index] ?? -1
  const opener = opens(source.tokens[parent])
  if (opener === '{') return braceKind(source, parent) === 'object'
  return (
    opener === '[' || (opener === '(' && !isWord(source.tokens[parent - 1], 'if', 'while', 'for', 'switch', 'catch'))
  )
}

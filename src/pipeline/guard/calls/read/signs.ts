import type { Token } from '../../../../language/calls/tokens.ts'

export const DEEPEST = 150
export const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
export const ASSIGNERS = new Set(['=', ':=', '<-', '<<-', '.=', '+=', '||=', '??=', '//=', '&&='])
export const APPENDERS = new Set(['.=', '+='])
/** Signs before a value that do not change it, as far as dangers go. */
export const PREFIXES = new Set(['&', '*', '!', '-', '~', '\\', '@', '+', '$', '...', '**'])
export const WORD_PREFIXES = new Set(
  'range new mut const my our local return await unsafe echo print puts final public private static ref die not then else do'.split(
    ' ',
  ),
)
/** Between two values of which either may count. */
export const CHOICES = new Set([
  '||',
  '??',
  '?',
  ':',
  '&&',
  'or',
  '//',
  '-',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '=~',
  '|',
  'and',
])
/** Words that end the arguments of a call without brackets. */
export const ENDS = new Set('if unless while until do and or then end rescue for foreach in else elsif'.split(' '))

const MOST_TYPES = 30

/** The place behind `<A, B<C>>`; undefined when it is no list of types. */
export function endOfTypes(tokens: readonly Token[], at: number): number | undefined {
  let open = 0
  for (let place = at; place < at + MOST_TYPES; place++) {
    const token = tokens[place]
    if (!token || (token.kind !== 'name' && !/^(?:[<>,&?[\]*]|::|>>|\.|')$/.test(token.text))) return undefined
    if (token.text === '<') open++
    if (token.text.startsWith('>')) open -= token.text.length
    if (open <= 0) return place + 1
  }
  return undefined
}

export const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text

export function startsTerm(token: Token | undefined): boolean {
  if (!token || token.kind === 'regex') return false
  return token.kind !== 'sign' || token.text in CLOSERS || PREFIXES.has(token.text)
}

/** In Lua a colon is a member, in other languages it may be a mark of its own. */
export const isSeparate = (token: Token): boolean => token.text === ':' && !token.isTight

const MOST_NAMES = 10

/** `value, err := f()`, `local a, b = x, y`: the place of the last name, to which the assignment belongs; the place itself where no names are listed. */
export function endOfNames(tokens: readonly Token[], from: number): number {
  let at = from
  while (
    at - from < MOST_NAMES &&
    tokens[at]?.kind === 'name' &&
    isSign(tokens[at + 1], ',') &&
    tokens[at + 2]?.kind === 'name'
  )
    at += 2
  return /^(?::|<-)?=$/.test(tokens[at + 1]?.text ?? '') ? at : from
}

/** Whether the brackets before this token are a cast: `(String) value`. */
export const isCastBefore = (next: Token | undefined): boolean =>
  next !== undefined && !next.isFirst && (next.kind === 'name' || next.kind === 'text') && !ENDS.has(next.text)

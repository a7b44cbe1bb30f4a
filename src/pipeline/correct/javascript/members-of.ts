import { isPunctuation, isWord } from './grammar.ts'
import type { Source } from './read-source.ts'

const membersOfValue = (...values: object[]): string[] =>
  values
    .flatMap((value) => Object.getOwnPropertyNames(value))
    .filter((name) => name !== 'constructor' && !name.startsWith('__'))

/** Old methods such as `big` and `bold` that nobody means. */
const MAKES_HTML = new Set(
  'anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup'.split(' '),
)

const PROTOTYPES: Record<string, string[]> = {
  Array: membersOfValue(Array.prototype),
  String: membersOfValue(String.prototype).filter((name) => !MAKES_HTML.has(name)),
  Number: membersOfValue(Number.prototype),
  Map: membersOfValue(Map.prototype),
  Set: membersOfValue(Set.prototype),
  Promise: membersOfValue(Promise.prototype),
  Date: membersOfValue(Date.prototype),
  RegExp: membersOfValue(RegExp.prototype),
  Function: membersOfValue(Function.prototype),
}

const STATICS: Record<string, string[]> = {
  console: membersOfValue(console),
  Math: membersOfValue(Math),
  JSON: membersOfValue(JSON),
  Object: membersOfValue(Object),
  Array: membersOfValue(Array),
  Promise: membersOfValue(Promise),
  Number: membersOfValue(Number),
  String: membersOfValue(String),
  Date: membersOfValue(Date),
  process: membersOfValue(process),
  Buffer: membersOfValue(Buffer),
  Reflect: membersOfValue(Reflect),
  Symbol: membersOfValue(Symbol),
}

export const COMMON_MEMBERS: readonly string[] = [...new Set(Object.values(PROTOTYPES).flat())]

/** The members of an object that every program has; undefined for any other name. */
export const staticsOf = (name: string): readonly string[] | undefined =>
  Object.hasOwn(STATICS, name) ? STATICS[name] : undefined

/** The members of a name, as far as the code shows the kind of its value; undefined when it does not. */
export function membersOf(source: Source, receiver: string): readonly string[] | undefined {
  const statics = staticsOf(receiver)
  if (statics) return statics
  const kind = kindOf(source, receiver)
  return kind === undefined ? undefined : PROTOTYPES[kind]
}

/** The kind of the value that is assigned to the name. */
export function kindOf({ tokens }: Source, name: string): string | undefined {
  for (const [index, token] of tokens.entries()) {
    if (token.text !== name || !isPunctuation(tokens[index + 1], '=')) continue
    const value = tokens[index + 2]
    if (isPunctuation(value, '[')) return 'Array'
    if (value?.kind === 'string' || value?.kind === 'template') return 'String'
    if (value?.kind === 'number') return value.text.endsWith('n') ? 'BigInt' : 'Number'
    if (isWord(value, 'BigInt') && isPunctuation(tokens[index + 3], '(')) return 'BigInt'
    if (value?.kind === 'regex') return 'RegExp'
    if (isWord(value, 'new')) return tokens[index + 3]?.text
  }
  return undefined
}

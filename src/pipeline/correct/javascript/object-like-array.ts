import type { Token } from '../../../language/javascript/tokens.ts'
import type { Edit, Proposal } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { objectKeys } from './object-keys.ts'
import type { Source } from './read-source.ts'

/** `prices.map(…)` where `prices` is an object: the parameters show whether entries, values or keys were wanted. */
export function objectLikeArray(source: Source, name: string, method: string): Proposal[] {
  const { tokens } = source
  const isWritten = objectKeys(source, name) !== undefined && hasLikeValues(source, name)
  const edits = tokens.flatMap((token, index): Edit[] => {
    const isCall =
      token.text === name &&
      tokens[index + 2]?.text === method &&
      isPunctuation(tokens[index + 3], '(') &&
      !isPunctuation(tokens[index - 1], '.')
    return isCall ? (asCalled(source, index, isWritten) ?? []) : []
  })
  return edits.length === 0 ? [] : [{ edits, why: `went over the parts of the object \`${name}\``, sureness: 0.9 }]
}

/** An object with a list among other values is an answer with parts, and the list was meant. */
function hasLikeValues({ tokens, partner }: Source, name: string): boolean {
  const made = tokens.findIndex((token, index) => token.text === name && isPunctuation(tokens[index + 1], '='))
  const end = partner.get(made + 2) ?? made
  const kinds = new Set<string>()
  for (let at = made + 3; at < end; at++) {
    const value = tokens[at + 1]
    if (isPunctuation(tokens[at], ':') && value) kinds.add(value.kind === 'punctuation' ? value.text : value.kind)
    at = isPunctuation(tokens[at], '{', '[', '(') ? (partner.get(at) ?? at) : at
  }
  return kinds.size <= 1
}

const through = (token: Token, part: string): Edit => ({
  start: token.start,
  end: token.end,
  text: `Object.${part}(${token.text})`,
})

function asCalled(source: Source, index: number, isWritten: boolean): Edit[] | undefined {
  const { tokens, partner } = source
  const [object, method, open] = [tokens[index], tokens[index + 2], tokens[index + 4]]
  if (!object || !method) return undefined
  const isList = isPunctuation(open, '(')
  if (isList && isPunctuation(tokens[index + 5], '[')) return [through(object, 'entries')]
  if (!isWritten) return undefined
  const close = isList ? partner.get(index + 4) : index + 4
  const inside =
    close === undefined || !isPunctuation(tokens[close + 1], '=>') ? [] : tokens.slice(index + 4, close + 1)
  const names = inside.filter((token) => isPlainName(token))
  if (inside.length !== names.length + (isList ? 1 + Math.max(1, names.length) : 0)) return undefined
  if (isWord(method, 'reduce')) return names.length === 2 ? overParts(object, names.slice(1)) : undefined
  if (isWord(method, 'map', 'forEach', 'some', 'every', 'find') || isCounted(source, index))
    return overParts(object, names)
  return undefined
}

/** A list of the values that pass is no object of them: it is wanted where it is used as a list at once. */
function isCounted({ tokens, partner }: Source, index: number): boolean {
  const close = partner.get(index + 3) ?? index
  return (
    isWord(tokens[index + 2], 'filter') &&
    isPunctuation(tokens[close + 1], '.') &&
    isWord(tokens[close + 2], 'length', 'map', 'forEach', 'reduce', 'join')
  )
}

const IS_KEY = /^(?:k|key|prop|property|\w+Key)$/
const IS_PLACE = /^(?:i|idx|index)$/
const IS_ENTRY = /^(?:e|entry|pair|kv|x|it)$/

function overParts(object: Token, names: readonly Token[]): Edit[] | undefined {
  const [first, second] = names
  if (!first || names.length > 2) return undefined
  if (!second) {
    if (IS_ENTRY.test(first.text)) return undefined
    return [through(object, IS_KEY.test(first.text) ? 'keys' : 'values')]
  }
  if (IS_PLACE.test(second.text)) return [through(object, IS_KEY.test(first.text) ? 'keys' : 'values')]
  const [key, value] = IS_KEY.test(first.text) ? [first, second] : [second, first]
  if (!IS_KEY.test(key.text) || IS_KEY.test(value.text)) return undefined
  return [through(object, 'entries'), { start: first.start, end: second.end, text: `[${key.text}, ${value.text}]` }]
}

import { declaredNames } from './declared-names.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { GLOBALS, namesIn } from './known-names.ts'
import { readSource, type Source } from './read-source.ts'

/** Programs that make names at run time: nothing is said about these. */
const MAKES_NAMES = /\b(?:eval|with|globalThis|vm|Proxy|defineProperty|assign)\b/

/** Names, and members of `this`, that the program uses and nothing in it defines. */
export function unknownInJavascript(code: string): string[] {
  if (MAKES_NAMES.test(code)) return []
  const source = readSource(code)
  const known = knownIn(source)
  return [...[...namesIn(source).keys()].filter((name) => !known.has(name)), ...unknownMembers(source)]
}

/** A name behind `typeof` may be missing. */
const BINDING = ['as', 'static', 'get', 'set', 'typeof'] as const

function knownIn(source: Source): Set<string> {
  const { tokens } = source
  const known = new Set(['get', 'set', 'of', 'async', 'from', 'as', ...GLOBALS, ...declaredNames(source).keys()])
  for (const [index, token] of tokens.entries()) {
    if (!isPlainName(token)) continue
    const [before, next] = [tokens[index - 1], tokens[index + 1]]
    // A key, a label, a field, a method, a name of another module: all are bound, or no names of their own.
    const isBound =
      isPunctuation(next, ':', '=') || isWord(next, 'as') || isPunctuation(before, '#') || isWord(before, ...BINDING)
    if (isBound || (isPunctuation(next, '(') && isMethod(source, index + 1))) known.add(token.text)
  }
  return known
}

const isMethod = ({ tokens, partner }: Source, opener: number): boolean =>
  isPunctuation(tokens[(partner.get(opener) ?? -2) + 1], '{')

/** `this.total` in a program whose classes have no bases, when nothing in it is called so. */
function unknownMembers({ tokens }: Source): string[] {
  const hasClasses = tokens.some((token) => isWord(token, 'class'))
  if (!hasClasses || tokens.some((token) => isWord(token, 'extends', 'prototype'))) return []
  const members = tokens.flatMap((token, index) =>
    token.kind === 'name' && isPunctuation(tokens[index - 1], '.') && isWord(tokens[index - 2], 'this')
      ? [token.text]
      : [],
  )
  const isSet = (name: string) =>
    tokens.some((token, index) => {
      if (token.text !== name) return false
      const isMember = isPunctuation(tokens[index - 1], '.')
      return isMember ? isPunctuation(tokens[index + 1], '=', ',', ']', '}') : true
    })
  return [...new Set(members)]
    .filter((name) => !isSet(name) && !(name in Object.prototype))
    .map((name) => `this.${name}`)
}

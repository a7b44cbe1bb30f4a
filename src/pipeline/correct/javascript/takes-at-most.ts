import { isPunctuation, isWord } from './grammar.ts'
import { opens, type Source } from './read-source.ts'

/** Functions of the language that take one argument, on any object. */
const TAKE_ONE = new Set(
  (
    'has get toFixed charAt charCodeAt Number String Boolean isArray isInteger isNaN isFinite sqrt floor ceil round abs ' +
    'trunc join test exec all allSettled fromEntries parseFloat'
  ).split(' '),
)

/** The number of arguments that a function takes, if the code or the language shows it. */
export function takesAtMost(source: Source, name: string): number | undefined {
  return declaredCount(source, name) ?? (TAKE_ONE.has(name) ? 1 : undefined)
}

/** `function name(a, b) {`, `name(a, b) {` in a class and `name = (a, b) =>`. */
function declaredCount(source: Source, name: string): number | undefined {
  const { tokens, partner } = source
  for (const [index, token] of tokens.entries()) {
    if (token.text !== name) continue
    const opener = isPunctuation(tokens[index + 1], '=')
      ? index + 2 + (isWord(tokens[index + 2], 'async') ? 1 : 0)
      : index + 1
    const closer = partner.get(opener)
    if (!isPunctuation(tokens[opener], '(') || closer === undefined) continue
    const isDeclared =
      isPunctuation(tokens[closer + 1], '{', '=>') || (isPunctuation(tokens[closer + 1], ':') && token.isFirst)
    if (isDeclared) return countParameters({ tokens, partner }, opener, closer)
  }
  return undefined
}

function countParameters(
  { tokens, partner }: Pick<Source, 'tokens' | 'partner'>,
  opener: number,
  closer: number,
): number | undefined {
  let commas = 0
  for (let at = opener + 1; at < closer; at++) {
    if (isPunctuation(tokens[at], '...')) return undefined
    if (isPunctuation(tokens[at], ',') && at + 1 < closer) commas++
    at = (opens(tokens[at]) === undefined ? undefined : partner.get(at)) ?? at
  }
  return closer === opener + 1 ? undefined : commas + 1
}

import { isPunctuation, isWord } from './grammar.ts'
import { opens, type Source } from './read-source.ts'

const COMPARES = ['!==', '===', '!=', '==', '<', '>', '<=', '>=']

/** Places where people close a parenthesis although the expression could go on: known habits of writing. */
export function closesEarly({ source, opener, stop }: { source: Source; opener: number; stop: number }): number[] {
  return [...assignedThenCompared(source, opener, stop), ...rounded(source, opener, stop)]
}

/** `while ((match = next()) !== null)`. */
function assignedThenCompared({ tokens, partner }: Source, opener: number, stop: number): number[] {
  if (!isPunctuation(tokens[opener + 1], '(') || !isPunctuation(tokens[opener + 3], '=')) return []
  for (let at = opener + 4; at < stop; at++) {
    if (isPunctuation(tokens[at], ...COMPARES)) return [at]
    at = (opens(tokens[at]) === undefined ? undefined : partner.get(at)) ?? at
  }
  return []
}

/** `Math.round(x * 100) / 100` and `Math.floor(Math.random() * 6) + 1`. */
function rounded({ tokens, partner }: Source, opener: number, stop: number): number[] {
  if (!isWord(tokens[opener - 1], 'round', 'floor', 'ceil', 'trunc') || !isWord(tokens[opener - 3], 'Math')) return []
  let factor: string | undefined
  let isRandom = false
  for (let at = opener + 1; at < stop; at++) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    if (isWord(token, 'random')) isRandom = true
    if (isPunctuation(token, '*')) factor = next?.text
    if (isPunctuation(token, '/') && factor !== undefined && next?.text === factor) return [at]
    if (isPunctuation(token, '+') && isRandom) return [at]
    at = (opens(token) === undefined ? undefined : partner.get(at)) ?? at
  }
  return []
}

import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { opens, type Source } from './read-source.ts'
import { takesAtMost } from './takes-at-most.ts'

const COMPARES = ['!==', '===', '!=', '==', '<', '>', '<=', '>=']

const FURTHEST = 100

interface Span {
  source: Source
  opener: number
  stop: number
}

/** Places where a bracket is likely to end although the expression could go on. */
export function closesEarly(span: Span): number[] {
  return opens(span.source.tokens[span.opener]) === '['
    ? indexed(span)
    : [
        ...assignedThenCompared(span),
        ...rounded(span),
        ...noParameters(span),
        ...beforeArrow(span),
        ...beforeIndex(span),
        ...betweenCalls(span),
        ...tooManyArguments(span),
      ]
}

/** `while ((match = next()) !== null)`. */
function assignedThenCompared({ source: { tokens, partner }, opener, stop }: Span): number[] {
  if (!isPunctuation(tokens[opener + 1], '(') || !isPunctuation(tokens[opener + 3], '=')) return []
  for (let at = opener + 4; at < stop; at++) {
    if (isPunctuation(tokens[at], ...COMPARES)) return [at]
    at = (opens(tokens[at]) === undefined ? undefined : partner.get(at)) ?? at
  }
  return []
}

/** `Math.round(x * 100) / 100` and `Math.floor(Math.random() * 6) + 1`. */
function rounded({ source: { tokens, partner }, opener, stop }: Span): number[] {
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

/** `function main( {`. */
function noParameters({ source: { tokens }, opener }: Span): number[] {
  const isHead = isWord(tokens[opener - 1], 'function') || isWord(tokens[opener - 2], 'function')
  return isHead && isPunctuation(tokens[opener + 1], '{') ? [opener + 1] : []
}

/** `run((a, b => {`: a comma before the arrow shows a list of parameters, in which nothing is called. */
function beforeArrow({ source: { tokens, parent }, opener, stop }: Span): number[] {
  for (let at = opener; at < Math.min(stop, opener + FURTHEST); at++) {
    if (!isPunctuation(tokens[at], '=>') || !isPlainName(tokens[at - 1])) continue
    const holder = parent[at] ?? -1
    const isParameters = isPunctuation(tokens[at - 2], ',') && isPunctuation(tokens[holder], '(')
    if (isParameters && isPunctuation(tokens[holder - 1], '(', ',', '=', ':', '=>')) return [at]
  }
  return []
}

/** `split(':'[0]`: nobody indexes a literal text. */
function beforeIndex({ source: { tokens }, opener, stop }: Span): number[] {
  for (let at = opener; at < Math.min(stop, opener + FURTHEST); at++) {
    if (tokens[at]?.kind === 'string' && isPunctuation(tokens[at - 1], '(') && isPunctuation(tokens[at + 1], '['))
      return [at + 1]
  }
  return []
}

/** `at(a < at(b)`: two calls of the same function are compared, not nested. */
function betweenCalls({ source: { tokens, parent }, opener, stop }: Span): number[] {
  for (let at = opener; at < Math.min(stop, opener + FURTHEST); at++) {
    const name = tokens[(parent[at] ?? 0) - 1]
    if (!isPunctuation(tokens[at], ...COMPARES, '-', '+') || !isPlainName(name)) continue
    const isAgain = [1, 3, 5].some(
      (step) => tokens[at + step]?.text === name.text && isPunctuation(tokens[at + step + 1], '('),
    )
    if (isAgain) return [at]
  }
  return []
}

/** `get(1, sum(2))` where `get` takes one argument: the lost bracket is that of `get`. */
function tooManyArguments({ source, opener, stop }: Span): number[] {
  const { tokens, partner } = source
  for (let at = opener; at < Math.min(stop, opener + FURTHEST); at++) {
    const name = tokens[at - 1]
    if (!isPunctuation(tokens[at], '(') || !isPlainName(name)) continue
    const most = takesAtMost(source, name.text)
    const comma = most === undefined ? undefined : commaAfter({ tokens, partner }, at, most)
    if (comma !== undefined && comma < stop) return [comma]
  }
  return []
}

/** The comma behind this many arguments. */
function commaAfter(
  { tokens, partner }: Pick<Source, 'tokens' | 'partner'>,
  opener: number,
  count: number,
): number | undefined {
  const end = partner.get(opener) ?? Math.min(tokens.length, opener + FURTHEST)
  let commas = 0
  for (let at = opener + 1; at < end; at++) {
    if (isPunctuation(tokens[at], ',') && ++commas === count) return at
    at = (opens(tokens[at]) === undefined ? undefined : partner.get(at)) ?? at
  }
  return undefined
}

/** `grid[y[x]` is `grid[y][x]`, unless `y` is indexed elsewhere too. */
function indexed({ source: { tokens }, opener }: Span): number[] {
  const name = tokens[opener + 1]
  if (!isPlainName(name) || !isPunctuation(tokens[opener + 2], '[')) return []
  const isList = tokens.some(
    (token, index) => token.text === name.text && index !== opener + 1 && isPunctuation(tokens[index + 1], '['),
  )
  return isList ? [] : [opener + 2]
}

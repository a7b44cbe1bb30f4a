import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { beginsOperand, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'
import { undefinedName } from './spell-name.ts'

export const addArrow = onError({
  id: 'javascript/add-arrow',
  title: 'Adds or corrects the `=>` of a function',
  prior: 0.85,
  answers: ['SyntaxError', 'ReferenceError'],
  propose: (source, { diagnosis }) => {
    const name = undefinedName(diagnosis.message)
    if (diagnosis.type === 'ReferenceError') return source.tokens.flatMap((_, index) => called(source, index, name))
    return source.tokens.flatMap((_, index) => [
      ...missing(source, index),
      ...twisted(source, index),
      ...halved(source, index),
    ])
  },
})

/** The parser takes `xs.map((x) (x * 2))` for a call; `x` is missing only at run time. */
function called(source: Source, index: number, name: string | undefined): Proposal[] {
  const { tokens, partner } = source
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (!token || !isPunctuation(token, ')') || !isPunctuation(next, '(') || !areParameters(source, index)) return []
  const inside = tokens.slice(partner.get(index), index)
  return inside.some(({ text }) => text === name) ? [put({ start: token.end, end: token.end }, ' =>', token)] : []
}

/** `const f = (a, b) {` and `xs.map((x) x * 2)`. */
function missing(source: Source, index: number): Proposal[] {
  const { tokens } = source
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (!token || !isPunctuation(token, ')') || !next || next.isFirst || !beginsOperand(next)) return []
  if (!areParameters(source, index)) return []
  return [put({ start: token.end, end: token.end }, ' =>', token)]
}

/** `(x) -> x` as in Java and CoffeeScript, and `(x) = > x`. */
function twisted({ tokens }: Source, index: number): Proposal[] {
  const [sign, end] = [tokens[index], tokens[index + 1]]
  if (!sign || !end || !isPunctuation(sign, '-', '=', '==') || !isPunctuation(end, '>')) return []
  return [put({ start: sign.start, end: end.end }, '=>', sign)]
}

/** `const f = (x) = x * 2` and `xs.map(x = > x)`. */
function halved(source: Source, index: number): Proposal[] {
  const { tokens } = source
  const sign = tokens[index]
  if (!sign || !isPunctuation(sign, '=', '>', '>=') || !isPunctuation(tokens[index - 1], ')')) return []
  if (!areParameters(source, index - 1)) return []
  return [put({ start: sign.start, end: sign.end }, '=>', sign)]
}

const put = (range: { start: number; end: number }, text: string, { line }: Token): Proposal => ({
  edits: [{ ...range, text }],
  why: `wrote the \`=>\` of the function on line ${line}`,
  sureness: 0.9,
})

/** Names in parentheses at a place for a value. */
function areParameters({ tokens, partner }: Source, closer: number): boolean {
  const opener = partner.get(closer)
  if (opener === undefined) return false
  const before = tokens[opener - 1]
  const isWanted =
    isPunctuation(before, '=', '(', ',', ':', '=>', '?', '??', '||') || isWord(before, 'return', 'async', 'default')
  const inside = tokens.slice(opener + 1, Math.min(closer, opener + 60))
  return isWanted && inside.every((token) => isPlainName(token) || token.kind !== 'name')
}

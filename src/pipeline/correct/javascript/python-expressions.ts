import type { Edit } from '../strategy.ts'
import { endsOperand, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { opens, type Source } from './read-source.ts'

/** Translates expressions that only Python has: slices, comprehensions, lambdas, `a if b else c`. */
export function pythonExpressions(source: Source): Edit[] {
  return source.tokens.flatMap((_, index) => [
    ...slice(source, index),
    ...comprehension(source, index),
    ...lambda(source, index),
    ...choice(source, index),
  ])
}

const LONGEST = 60

/** `xs[1:3]`. */
function slice({ tokens, partner, code }: Source, index: number): Edit[] {
  const end = partner.get(index)
  const [opener, closer] = [tokens[index], tokens[end ?? -1]]
  if (!opener || !closer || end === undefined || !isPunctuation(opener, '[') || !endsOperand(tokens[index - 1]))
    return []
  const inside = tokens.slice(index + 1, Math.min(end, index + LONGEST))
  const colons = inside.filter((token) => isPunctuation(token, ':'))
  const [colon] = colons
  if (colons.length !== 1 || !colon || inside.some((token) => isPunctuation(token, '?', '{', ','))) return []
  const from = code.slice(opener.end, colon.start).trim() || '0'
  const to = code.slice(colon.end, closer.start).trim()
  return [{ start: opener.start, end: closer.end, text: `.slice(${from}${to === '' ? '' : `, ${to}`})` }]
}

/** `[f(x) for x in xs if g(x)]`, also with `of`. */
function comprehension({ tokens, partner, parent, code }: Source, index: number): Edit[] {
  const end = partner.get(index)
  if (end === undefined || !isPunctuation(tokens[index], '[') || end - index > LONGEST) return []
  const range = { from: index + 1, to: end, holder: index }
  const find = (word: string) => findWord({ tokens, parent }, word, range)
  const [loop, condition] = [find('for'), find('if')]
  const list = Math.max(find('in'), find('of'))
  const [opener, closer, name] = [tokens[index], tokens[end], tokens[loop + 1]]
  if (loop < 0 || list !== loop + 2 || !opener || !closer || !isPlainName(name)) return []
  const text = (from: number, to: number) => code.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
  const filter = condition > list ? `.filter((${name.text}) => ${text(condition + 1, end)})` : ''
  const map = text(index + 1, loop) === name.text ? '' : `.map((${name.text}) => ${text(index + 1, loop)})`
  const values = text(list + 1, condition > list ? condition : end)
  return [{ start: opener.start, end: closer.end, text: `${values}${filter}${map}` || values }]
}

/** `lambda x, y: x + y`. */
function lambda({ tokens, code }: Source, index: number): Edit[] {
  const word = tokens[index]
  if (!word || !isWord(word, 'lambda')) return []
  const colon = tokens.slice(index, index + 20).find((token) => isPunctuation(token, ':'))
  if (!colon) return []
  return [{ start: word.start, end: colon.end, text: `(${code.slice(word.end, colon.start).trim()}) =>` }]
}

/** `return a if b else c`: from the word or sign before it to the end of the line. */
function choice({ tokens, parent, partner, code }: Source, index: number): Edit[] {
  if (!isWord(tokens[index], 'if') || !endsOperand(tokens[index - 1]) || tokens[index]?.isFirst) return []
  const holder = parent[index] ?? -1
  let start = index - 1
  while (
    start > holder + 1 &&
    !isPunctuation(tokens[start - 1], '=', '=>', ',', ':', '+=') &&
    !isWord(tokens[start - 1], 'return')
  ) {
    start--
    if (tokens[start]?.isFirst || index - start > LONGEST) return []
  }
  const middle = findWord({ tokens, parent }, 'else', { from: index, to: index + LONGEST, holder })
  if (middle < 0 || tokens[middle]?.line !== tokens[index]?.line) return []
  let end = middle + 1
  while (
    end < tokens.length &&
    !tokens[end]?.isFirst &&
    parent[end] === holder &&
    !isPunctuation(tokens[end], ';', ',', ')', ']', '}', '{')
  ) {
    end = (opens(tokens[end]) === undefined ? end : (partner.get(end) ?? end)) + 1
  }
  const text = (from: number, to: number) => code.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
  const [first, last] = [tokens[start], tokens[end - 1]]
  if (!first || !last) return []
  return [
    {
      start: first.start,
      end: last.end,
      text: `${text(index + 1, middle)} ? ${text(start, index)} : ${text(middle + 1, end)}`,
    },
  ]
}

interface Range {
  from: number
  to: number
  /** Only tokens directly inside of this bracket count. */
  holder: number
}

function findWord(
  { tokens, parent }: Pick<Source, 'tokens' | 'parent'>,
  word: string,
  { from, to, holder }: Range,
): number {
  for (let at = from; at < to; at++) if (parent[at] === holder && isWord(tokens[at], word)) return at
  return -1
}

import type { Edit, Proposal } from '../strategy.ts'
import { isPlainName, isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { distanceOf } from './nearest.ts'
import type { Source } from './read-source.ts'

const WORDS =
  'interface type private public protected readonly abstract enum implements declare namespace override'.split(' ')
const TYPES = new Set('string number boolean any unknown void never object bigint'.split(' '))

export const mendAnnotation = onError({
  id: 'javascript/mend-annotation',
  title: 'Corrects how a type is written in TypeScript',
  prior: 0.85,
  answers: ['SyntaxError'],
  languages: ['typescript'],
  propose: (source) =>
    source.tokens.flatMap((token, index) =>
      MENDS.flatMap((mend): Proposal[] => {
        const edits = mend(source, index)
        return edits.length === 0
          ? []
          : [{ edits, why: `corrected how a type is written on line ${token.line}`, sureness: 0.9 }]
      }),
    ),
})

type Mend = (source: Source, index: number) => Edit[]

const isType = (text: string | undefined): boolean => text !== undefined && (TYPES.has(text) || /^[A-Z]\w*$/.test(text))

/** `privte name: string` and `interfce User {`. */
const misspelt: Mend = ({ tokens }, index) => {
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (
    !isPlainName(token) ||
    WORDS.includes(token.text) ||
    next?.kind !== 'name' ||
    next.isFirst ||
    token.text.length > 14
  )
    return []
  const word = WORDS.find((each) => distanceOf(token.text, each) <= (each.length > 5 ? 2 : 1))
  return word === undefined ? [] : [{ start: token.start, end: token.end, text: word }]
}

/** `name string` and `string name` among parameters. */
const withoutColon: Mend = ({ tokens, code }, index) => {
  const [first, second] = [tokens[index], tokens[index + 1]]
  const isParameter =
    isPunctuation(tokens[index - 1], '(', ',') && isPlainName(first) && isPlainName(second) && !second.isFirst
  if (!isParameter) return []
  if (isType(second.text)) return [{ start: first.end, end: second.start, text: ': ' }]
  if (!isType(first.text) || !isPunctuation(tokens[index + 2], ',', ')', '=')) return []
  return [{ start: first.start, end: second.end, text: `${second.text}: ${code.slice(first.start, first.end)}` }]
}

/** `) -> string {`, `) string {`. */
const returned: Mend = ({ tokens }, index) => {
  const [closer, next, third] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  if (!closer || !isPunctuation(closer, ')') || !next || next.isFirst) return []
  if (isPunctuation(next, '-') && isPunctuation(third, '>') && third)
    return [{ start: closer.end, end: third.end, text: ':' }]
  return isPlainName(next) && isType(next.text) ? [{ start: closer.end, end: next.start, text: ': ' }] : []
}

/** `[]string`. */
const goArray: Mend = ({ tokens }, index) => {
  const [opener, closer, name] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  if (!opener || !isPunctuation(opener, '[') || !isPunctuation(closer, ']') || !isPlainName(name) || !isType(name.text))
    return []
  return [{ start: opener.start, end: name.end, text: `${name.text}[]` }]
}

/** `?name: string`. */
const optionalFirst: Mend = ({ tokens }, index) => {
  const [mark, name, colon] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  if (!mark || !isPunctuation(mark, '?') || !isPlainName(name) || !isPunctuation(colon, ':')) return []
  const isBehindValue =
    tokens[index - 1] !== undefined && !isPunctuation(tokens[index - 1], '(', ',', '{', ';') && !mark.isFirst
  return isBehindValue ? [] : [{ start: mark.start, end: name.end, text: `${name.text}?` }]
}

/** `Map<string, number = new` and `Array<string) {`: closes the generic before the first token that cannot stand in a type. */
const unclosedGeneric: Mend = ({ tokens }, index) => {
  const opener = tokens[index]
  if (
    !opener ||
    !isPunctuation(opener, '<') ||
    !isType(tokens[index - 1]?.text) ||
    opener.start !== tokens[index - 1]?.end
  )
    return []
  for (let at = index + 1; at < Math.min(tokens.length, index + 20); at++) {
    if (isPunctuation(tokens[at], '>', '>>')) return []
    if (isPlainName(tokens[at]) || isPunctuation(tokens[at], ',', '[', ']', '|')) continue
    const end = tokens[at - 1]?.end ?? opener.end
    return isPunctuation(tokens[at], '=', '=>', '(', ')', ';', '{') ? [{ start: end, end, text: '>' }] : []
  }
  return []
}

/** `Map<string number>`. */
const genericComma: Mend = ({ tokens }, index) => {
  const [opener, first, second] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  const isOpen = isPunctuation(opener, '<') && isType(tokens[index - 1]?.text)
  if (!isOpen || !isPlainName(first) || !isPlainName(second) || ['extends', 'keyof'].includes(second.text)) return []
  return [{ start: first.end, end: first.end, text: ',' }]
}

const MENDS: Mend[] = [genericComma, misspelt, withoutColon, returned, goArray, optionalFirst, unclosedGeneric]

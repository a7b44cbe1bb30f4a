import type { Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import { closes, type Source } from './read-source.ts'

const OF_ARRAYS = new Set(Object.getOwnPropertyNames(Array.prototype))
const ITERATORS = ['values', 'keys', 'entries', 'matchAll']

export const spreadCollection = onError({
  id: 'javascript/spread-collection',
  title: 'Makes an array of a set, a map or an iterator before it is used like one',
  prior: 0.85,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const method = /\.([\w$]+) is not a function/.exec(diagnosis.message.slice(0, 500))?.[1] ?? ''
    if (!OF_ARRAYS.has(method)) return []
    return source.tokens.flatMap((token, index): Proposal[] => {
      if (token.text !== method || token.line !== diagnosis.line || !isPunctuation(source.tokens[index - 1], '.'))
        return []
      const start = startOfCollection(source, index - 2)
      const [first, last] = [source.tokens[start ?? -1], source.tokens[index - 2]]
      if (!first || !last) return []
      const edits = [
        { start: first.start, end: first.start, text: '[...' },
        { start: last.end, end: last.end, text: ']' },
      ]
      return [{ edits, why: `made an array before calling \`${method}\``, sureness: 0.9 }]
    })
  },
})

/** The start of the expression that ends here, if it is known to be a collection and no array. */
function startOfCollection(source: Source, end: number): number | undefined {
  const { tokens, partner } = source
  const opener = closes(tokens[end]) === '(' ? partner.get(end) : undefined
  if (opener === undefined)
    return ['Set', 'Map'].includes(kindOf(source, tokens[end]?.text ?? '') ?? '') ? end : undefined
  if (isWord(tokens[opener - 1], 'Set', 'Map') && isWord(tokens[opener - 2], 'new')) return opener - 2
  if (!isWord(tokens[opener - 1], ...ITERATORS) || !isPunctuation(tokens[opener - 2], '.')) return undefined
  let start = opener - 3
  while (isPunctuation(tokens[start - 1], '.') && tokens[start - 2]?.kind === 'name') start -= 2
  return tokens[start]?.kind === 'name' ? start : undefined
}

import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import type { Source } from './read-source.ts'

const OF_LISTS = ['length', 'push', 'map', 'filter', 'join', 'slice', 'sort', 'forEach', 'reduce', 'includes', 'at']

export const loopOverValues = onError({
  id: 'javascript/loop-over-values',
  title: 'Goes over the values of a list with `of`, where `in` gives their numbers',
  prior: 0.8,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    if (!/^Cannot (?:read|set) properties of undefined|is not a function|is not iterable/.test(diagnosis.message))
      return []
    return source.tokens.flatMap((token, index) => {
      const holder = source.parent[index] ?? -1
      const isLoop =
        isWord(token, 'in') && isPunctuation(source.tokens[holder], '(') && isWord(source.tokens[holder - 1], 'for')
      if (!isLoop || !isList(source, index + 1)) return []
      const edits = [{ start: token.start, end: token.end, text: 'of' }]
      return [
        {
          edits,
          why: `went over the values of the list on line ${token.line}, not over their numbers`,
          sureness: 0.85,
        },
      ]
    })
  },
})

/** Whether the code assigns an array to the name, or uses it as only a list can be used. */
function isList(source: Source, index: number): boolean {
  const { tokens } = source
  let last = index
  while (isPunctuation(tokens[last + 1], '.')) last += 2
  const name = tokens[last]?.text ?? ''
  if (!isPunctuation(tokens[last + 1], ')')) return false
  if (kindOf(source, name) === 'Array') return true
  return tokens.some(
    (token, at) =>
      token.text === name && isPunctuation(tokens[at + 1], '.') && OF_LISTS.includes(tokens[at + 2]?.text ?? ''),
  )
}

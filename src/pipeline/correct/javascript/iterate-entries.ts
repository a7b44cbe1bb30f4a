import type { Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { objectLikeArray } from './object-like-array.ts'

export const iterateEntries = onError({
  id: 'javascript/iterate-entries',
  title: 'Goes over the entries of an object, which cannot be gone over itself',
  prior: 0.85,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const { tokens } = source
    const asked = /^([\w$]{1,100})\.(map|filter|forEach|sort|reduce|some|every|find) is not a function/.exec(
      diagnosis.message,
    )
    if (asked) return objectLikeArray(source, asked[1] ?? '', asked[2] ?? '')
    if (!/is not iterable/.test(diagnosis.message)) return []
    return tokens.flatMap((token, index): Proposal[] => {
      const closer = tokens[index - 1]
      const list = tokens[index + 1]
      let end = index + 1
      while (isPunctuation(tokens[end + 1], '.')) end += 2
      const isPair = token.line === diagnosis.line && isWord(token, 'of') && isPunctuation(closer, ']')
      const last = tokens[end]
      if (!isPair || !list || !last || list.kind !== 'name' || !isPunctuation(tokens[end + 1], ')')) return []
      const edits = [
        { start: list.start, end: list.start, text: 'Object.entries(' },
        { start: last.end, end: last.end, text: ')' },
      ]
      return [{ edits, why: `went over the entries of \`${list.text}\``, sureness: 0.9 }]
    })
  },
})

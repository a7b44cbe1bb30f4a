import type { Proposal } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { objectKeys } from './object-keys.ts'
import { objectLikeArray } from './object-like-array.ts'
import type { Source } from './read-source.ts'

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
      if (token.line === diagnosis.line && isWord(token, 'of') && isReadByKey(source, index)) {
        const edits = [{ start: token.start, end: token.end, text: 'in' }]
        return [{ edits, why: 'went over the keys of the object', sureness: 0.93 }]
      }
      const closer = tokens[index - 1]
      const list = tokens[index + 1]
      let end = index + 1
      while (isPunctuation(tokens[end + 1], '.')) end += 2
      const isPair = token.line === diagnosis.line && isWord(token, 'of') && isPunctuation(closer, ']')
      const last = tokens[end]
      if (!isPair || !list || !last || list.kind !== 'name' || !isPunctuation(tokens[end + 1], ')')) return []
      if (end > index + 1 && isWord(last, 'entries')) {
        const edits = [{ start: last.end, end: last.end, text: '()' }]
        return [{ edits, why: 'called `entries`, which was only named', sureness: 0.95 }]
      }
      const edits = [
        { start: list.start, end: list.start, text: 'Object.entries(' },
        { start: last.end, end: last.end, text: ')' },
      ]
      return [{ edits, why: `went over the entries of \`${list.text}\``, sureness: 0.9 }]
    })
  },
})

/** `for (const k of o)` in a program that asks for `o[k]`. */
function isReadByKey(source: Source, index: number): boolean {
  const { tokens } = source
  const [key, object] = [tokens[index - 1], tokens[index + 1]]
  if (!isPlainName(key) || !isPlainName(object) || !isPunctuation(tokens[index + 2], ')')) return false
  return (
    objectKeys(source, object.text) !== undefined &&
    tokens.some(
      (token, at) =>
        token.text === object.text && isPunctuation(tokens[at + 1], '[') && tokens[at + 2]?.text === key.text,
    )
  )
}

import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { opens, type Source } from './read-source.ts'

const MOST_LOOPS = 50

export const loopBound = onError({
  id: 'javascript/loop-bound',
  title: 'Ends a loop before the length of its list, where `<=` asks for a place behind the last one',
  prior: 0.9,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    if (!/^Cannot (?:read|set) properties of undefined/.test(diagnosis.message)) return []
    const bounds = source.tokens.flatMap((sign, index) => (isPunctuation(sign, '<=') ? [index] : []))
    return bounds.slice(0, MOST_LOOPS).flatMap((index) => {
      const [count, sign, list, dot, length, end] = source.tokens.slice(index - 1, index + 5)
      const isLength = isPunctuation(dot, '.') && isWord(length, 'length') && isPunctuation(end, ';')
      if (!sign || !isPlainName(count) || !isPlainName(list) || !isLength) return []
      if (!isRead(source, index, { count: count.text, list: list.text })) return []
      const edits = [{ start: sign.start, end: sign.end, text: '<' }]
      return [
        { edits, why: `ended the loop on line ${sign.line} before the length of \`${list.text}\``, sureness: 0.95 },
      ]
    })
  },
})

/** Whether the loop reads `list[count]`, and never a place before it: a loop over neighbours has another bound. */
function isRead(source: Source, index: number, { count, list }: { count: string; list: string }): boolean {
  const { tokens, parent, partner } = source
  const head = parent[index] ?? -1
  const close = partner.get(head)
  if (close === undefined || !isWord(tokens[head - 1], 'for')) return false
  const isBlock = opens(tokens[close + 1]) === '{'
  const end = isBlock ? partner.get(close + 1) : endOfStatement(source, close + 1)
  let isAtCount = false
  for (let at = close + 1; at < (end ?? close); at++) {
    if (tokens[at]?.text !== list || !isPunctuation(tokens[at + 1], '[')) continue
    if (tokens[at + 2]?.text !== count || !isPunctuation(tokens[at + 3], ']')) return false
    isAtCount = true
  }
  return isAtCount
}

function endOfStatement({ tokens }: Source, from: number): number {
  let at = from + 1
  while (at < tokens.length && !tokens[at]?.isFirst) at++
  return at
}

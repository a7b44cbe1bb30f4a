import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'

export const parsedValue = onError({
  id: 'javascript/parsed-value',
  title: 'Uses an object as it is where it was read as JSON a second time',
  prior: 0.92,
  answers: ['SyntaxError'],
  propose: ({ tokens }, { diagnosis }) => {
    if (!/"?\[object Object\]"? is not valid JSON/.test(diagnosis.message)) return []
    const calls = tokens.flatMap((token, index) => {
      const [dot, parse, open, value, close] = tokens.slice(index + 1, index + 6)
      const isCall =
        isWord(token, 'JSON') && isPunctuation(dot, '.') && isWord(parse, 'parse') && isPunctuation(open, '(')
      if (token.line !== diagnosis.line || !isCall || value?.kind !== 'name' || !isPunctuation(close, ')')) return []
      return close ? [{ start: token.start, end: close.end, text: value.text }] : []
    })
    if (calls.length !== 1) return []
    return [{ edits: calls, why: 'used the object as it is: it has been read already', sureness: 0.94 }]
  },
})

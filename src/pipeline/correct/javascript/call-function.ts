import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'

export const callFunction = onError({
  id: 'javascript/call-function',
  title: 'Calls a function whose result is wanted',
  prior: 0.8,
  answers: ['TypeError'],
  propose: ({ tokens }, { diagnosis }) => {
    const name = /^([\w$]{1,100})\.[\w$]+ is not a function|^([\w$]{1,100}) is not iterable/
      .exec(diagnosis.message)
      ?.slice(1)
      .find(Boolean)
    const isFunction = tokens.some(
      (token, index) =>
        token.text === name && isWord(tokens[index - 1], 'function') && isPunctuation(tokens[index + 2], ')'),
    )
    if (!isFunction) return []
    const used = tokens.filter(
      (token, index) => token.text === name && token.line === diagnosis.line && !isPunctuation(tokens[index + 1], '('),
    )
    const edits = used.map(({ end }) => ({ start: end, end, text: '()' }))
    return edits.length === 0 ? [] : [{ edits, why: `called \`${name}\` to get its result`, sureness: 0.85 }]
  },
})

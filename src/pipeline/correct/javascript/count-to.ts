import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

export const countTo = onError({
  id: 'javascript/count-to',
  title: 'Counts up to a number that a loop wanted to go over',
  prior: 0.6,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const name = /^([\w$.]{1,100}) is not iterable/.exec(diagnosis.message)?.[1]
    if (name === undefined || isUsedAsList(source, name)) return []
    const { tokens, partner, code } = source
    return tokens.flatMap((token, index) => {
      const [open, keyword, variable, of, first] = tokens.slice(index + 1, index + 6)
      const close = tokens[partner.get(index + 1) ?? -1]
      if (token.line !== diagnosis.line || !isWord(token, 'for') || !isWord(keyword, 'const', 'let', 'var')) return []
      if (!open || !variable || !isWord(of, 'of') || !first || !close) return []
      const limit = code.slice(first.start, close.start).trim()
      if (limit !== name) return []
      const inside = { start: open.end, end: close.start }
      const counting = `let ${variable.text} = 0; ${variable.text} < ${limit}; ${variable.text}++`
      return [
        { edits: [{ ...inside, text: counting }], why: `counted up to \`${limit}\`, which is a number`, sureness: 0.8 },
      ]
    })
  },
})

const isUsedAsList = ({ tokens }: Source, name: string): boolean =>
  tokens.some(
    (token, index) =>
      token.text === name &&
      (isPunctuation(tokens[index + 1], '[') ||
        isPunctuation(tokens[index + 1], '.', '?.') ||
        (isPunctuation(tokens[index + 1], '=') && isPunctuation(tokens[index + 2], '[', '{'))),
  )

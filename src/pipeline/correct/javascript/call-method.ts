import { isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

/** Methods that are called without arguments. */
const BARE =
  'toLowerCase toUpperCase trim trimStart trimEnd toString keys values entries reverse sort flat pop shift slice valueOf toFixed getTime toISOString'.split(
    ' ',
  )

export const callMethod = onError({
  id: 'javascript/call-method',
  title: 'Calls a method in a chain that was only named',
  prior: 0.9,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const { tokens } = source
    const [, named = '', next = ''] = /\.([\w$]{1,40})\.([\w$]{1,40}) is not a function/.exec(diagnosis.message) ?? []
    if (!BARE.includes(named) && !isOwnMethod(source, named)) return []
    const edits = tokens.flatMap((token, index) => {
      const isAsked = token.line === diagnosis.line && token.text === named && isPunctuation(tokens[index - 1], '.')
      const isNext = isPunctuation(tokens[index + 1], '.') && tokens[index + 2]?.text === next
      return isAsked && isNext ? [{ start: token.end, end: token.end, text: '()' }] : []
    })
    return edits.length === 0 ? [] : [{ edits, why: `called \`${named}\`, which was only named`, sureness: 0.95 }]
  },
})

/** A method of a class or an object in the program that takes nothing. */
const isOwnMethod = ({ tokens }: Source, name: string): boolean =>
  tokens.some(
    (token, index) =>
      token.text === name &&
      !isPunctuation(tokens[index - 1], '.', '?.') &&
      isPunctuation(tokens[index + 1], '(') &&
      isPunctuation(tokens[index + 2], ')') &&
      isPunctuation(tokens[index + 3], '{'),
  )

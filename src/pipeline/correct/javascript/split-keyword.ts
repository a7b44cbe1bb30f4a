import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { isPlainName, isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { GLOBALS, namesIn } from './known-names.ts'
import { undefinedName } from './spell-name.ts'

/** Keywords that need a word behind them. */
const WORDS = 'const let var function new return await async typeof throw else case import export class delete'.split(
  ' ',
)

export const splitKeyword = onError({
  id: 'javascript/split-keyword',
  title: 'Parts a keyword from the name that it grew together with',
  prior: 0.92,
  answers: ['SyntaxError', 'ReferenceError'],
  propose: (source, { diagnosis }) => {
    const missed = undefinedName(diagnosis.message)
    const declared = declaredNames(source)
    const names = new Set([...namesIn(source).keys(), ...GLOBALS])
    return source.tokens.flatMap((token, index): Proposal[] => {
      if (!isPlainName(token) || declared.has(token.text) || isPunctuation(source.tokens[index - 1], '.')) return []
      const word = WORDS.find((each) => token.text.startsWith(each) && token.text.length > each.length)
      const rest = token.text.slice(word?.length)
      if (word === undefined || !/^[\p{ID_Start}$_]/u.test(rest)) return []
      const isMissed = missed === undefined ? names.has(rest) : missed === rest || missed === token.text
      return isMissed ? [part(token, word.length)] : []
    })
  },
})

function part({ start, text, line }: Token, length: number): Proposal {
  const at = start + length
  const why = `parted \`${text.slice(0, length)}\` from \`${text.slice(length)}\` on line ${line}`
  return { edits: [{ start: at, end: at, text: ' ' }], why, sureness: 0.97 }
}

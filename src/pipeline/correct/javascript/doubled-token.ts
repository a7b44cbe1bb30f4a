import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { isInList, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { offsetOf } from './offset-of.ts'
import { closes, opens, type Source } from './read-source.ts'

export const doubledToken = onSyntax({
  id: 'javascript/doubled-token',
  title: 'Takes away a word, value or sign that stands twice in a row',
  prior: 0.88,
  propose: (source, { diagnosis }) => {
    const { tokens } = source
    const end = offsetOf(source, diagnosis)
    const doubled = tokens.flatMap((token, index) => {
      const before = tokens[index - 1]
      return before && token.start <= end + 1 && isTwice(source, before, token, index) ? [{ before, token }] : []
    })
    const equals = tokens.filter((token, index) => token.start <= end + 1 && isDoubledEquals(tokens, index))
    // A parser stops at the second of the two, or soon behind it.
    return [
      ...doubled
        .slice(-4)
        .reverse()
        .map(({ before, token }, order) => without(before, token, order)),
      ...equals.slice(-1).map(singleEquals),
    ]
  },
})

/** Numbers and texts of a list may well be equal: there a comma is missing. */
function isTwice(source: Source, before: Token, token: Token, index: number): boolean {
  if (before.text !== token.text || before.line !== token.line || token.kind === 'template') return false
  if (token.kind === 'punctuation') return token.text !== ';'
  return token.kind === 'name' || !isInList(source, index)
}

/** Nobody means a word twice; signs and brackets often stand twice. */
function without(before: Token, token: Token, order: number): Proposal {
  const isBracket = opens(token) !== undefined || closes(token) !== undefined
  const share = token.kind === 'name' ? 0.97 : isBracket ? 0.6 : 0.8
  return {
    edits: [{ start: before.end, end: token.end, text: '' }],
    why: `took away the second \`${token.text}\` on line ${token.line}`,
    sureness: share / (order + 1),
  }
}

/** `let total == 0`: a variable is declared with one sign. */
const isDoubledEquals = (tokens: Token[], index: number): boolean =>
  isPunctuation(tokens[index], '==') && isWord(tokens[index - 2], 'let', 'const', 'var')

const singleEquals = ({ start, end, line }: Token): Proposal => ({
  edits: [{ start, end, text: '=' }],
  why: `gave the variable its value with one \`=\` on line ${line}`,
  sureness: 0.97,
})

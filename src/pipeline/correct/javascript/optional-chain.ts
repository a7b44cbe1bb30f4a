import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { offsetOf, tokenAt } from './offset-of.ts'
import { opens, type Source } from './read-source.ts'

export const optionalChain = onError({
  id: 'javascript/optional-chain',
  title: 'Asks with `?.` where the code itself provides for a missing value',
  prior: 0.6,
  bold: 'all: a missing value passed over',
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    if (!/^Cannot read properties of (?:undefined|null)/.test(diagnosis.message) || diagnosis.column === undefined)
      return []
    const index = tokenAt(source, offsetOf(source, diagnosis))
    const dot = source.tokens[index - 1]
    if (!dot || !isPunctuation(dot, '.') || !isProvidedFor(source, index)) return []
    const edits = [{ start: dot.start, end: dot.end, text: '?.' }]
    const name = source.tokens[index]?.text
    return [
      {
        edits,
        why: `asked for \`${name}\` only where there is something to ask`,
        sureness: 0.7,
        assumption: `a missing value before \`${name}\` may be passed over`,
      },
    ]
  },
})

/** Whether the same chain already has a `?.`, or a `??` that replaces a missing result. */
function isProvidedFor({ tokens, partner }: Source, index: number): boolean {
  let end = index
  while (isPunctuation(tokens[end + 1], '.', '?.', '(', '[')) {
    if (isPunctuation(tokens[end + 1], '?.')) return true
    end = opens(tokens[end + 1]) === undefined ? end + 2 : (partner.get(end + 1) ?? end + 2)
  }
  if (isPunctuation(tokens[end + 1], '??')) return true
  for (let at = index - 1; at > 0 && (tokens[at]?.kind === 'name' || isPunctuation(tokens[at], '.', '?.')); at--) {
    if (isPunctuation(tokens[at], '?.')) return true
    if (isWord(tokens[at], 'return', 'const', 'let')) return false
  }
  return false
}

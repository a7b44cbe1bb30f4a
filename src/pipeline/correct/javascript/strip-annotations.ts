import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'
import { typesIn } from './types-in.ts'

export const stripAnnotations = onError({
  id: 'javascript/strip-annotations',
  title: 'Takes the types of TypeScript out of JavaScript',
  prior: 0.9,
  answers: ['SyntaxError'],
  languages: ['javascript'],
  propose: (source) => {
    // A parser takes longer than all other rules together: it runs only on code that looks like TypeScript.
    const edits = source.tokens.some((_, index) => looksTyped(source, index)) ? typesIn(source.code) : []
    return edits.length === 0
      ? []
      : [{ edits, why: 'took out the types, which JavaScript does not have', sureness: 0.95 }]
  },
})

const WORDS = [
  'interface',
  'type',
  'private',
  'public',
  'protected',
  'readonly',
  'implements',
  'declare',
  'abstract',
  'as',
]

function looksTyped({ tokens, parent }: Source, index: number): boolean {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  if (isWord(token, ...WORDS)) return isPlainName(next) && !next.isFirst
  if (isPunctuation(token, '!')) return isPunctuation(next, '.', ';', ')') && before?.end === token?.start
  if (isPunctuation(token, '<')) return before?.end === token?.start && isPlainName(next)
  if (!isPunctuation(token, ':')) return false
  const isParameter = isPunctuation(tokens[parent[index] ?? -1], '(') && isPunctuation(tokens[index - 2], '(', ',')
  const isVariable = isWord(tokens[index - 2], 'const', 'let', 'var')
  return isVariable || isParameter || isPunctuation(before, ')', '?')
}

import type { Proposal } from '../strategy.ts'
import { braceKind, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

export const addFunction = onSyntax({
  id: 'javascript/add-function',
  title: 'Adds the word `function` where it is missing, and takes it away inside of a class',
  prior: 0.85,
  propose: (source) => source.tokens.flatMap((_, index) => [...missing(source, index), ...needless(source, index)]),
})

/** `greet(name) {` outside of classes and objects, `async` or not, with a type of TypeScript or without. */
function missing(source: Source, index: number): Proposal[] {
  const { tokens, partner, parent } = source
  const [before, name] = [tokens[index - 1], tokens[index]]
  const isFirst = name?.isFirst || (isWord(before, 'async') && before?.isFirst)
  if (!isPlainName(name) || !isFirst || !isPunctuation(tokens[index + 1], '(')) return []
  const holder = parent[index] ?? -1
  const isStatement = holder < 0 || (isPunctuation(tokens[holder], '{') && braceKind(source, holder) === 'block')
  if (!isStatement || !isPunctuation(tokens[(partner.get(index + 1) ?? -2) + 1], '{', ':')) return []
  const edits = [{ start: name.start, end: name.start, text: 'function ' }]
  return [{ edits, why: `added the missing word \`function\` before \`${name.text}\``, sureness: 0.85 }]
}

/** `function area() {` and `const size = 1` in the body of a class. */
function needless(source: Source, index: number): Proposal[] {
  const { tokens, parent } = source
  const [word, next] = [tokens[index], tokens[index + 1]]
  const holder = parent[index] ?? -1
  if (
    !word ||
    !next ||
    !isWord(word, 'function', 'const', 'let', 'var') ||
    (!isPlainName(next) && next.text !== 'constructor')
  )
    return []
  if (holder < 0 || !isPunctuation(tokens[holder], '{') || braceKind(source, holder) !== 'class') return []
  return [
    {
      edits: [{ start: word.start, end: next.start, text: '' }],
      why: `took away \`${word.text}\` inside of the class`,
      sureness: 0.9,
    },
  ]
}

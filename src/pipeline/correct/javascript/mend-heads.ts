import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

/** A word that stands too much in a head, or for another one. */
type Odd = (source: Source, index: number) => { from: number; to: number; text: string; why: string } | undefined

export const mendHeads = onSyntax({
  id: 'javascript/mend-heads',
  title:
    'Takes words out of heads that belong to other languages: `=> return x`, `if (a) then {`, `foreach (`, `catch (Error e)`',
  prior: 0.92,
  propose: (source) =>
    source.tokens.flatMap((token, index) =>
      ODD.flatMap((odd) => {
        const found = odd(source, index)
        if (!found) return []
        const edits = [{ start: found.from, end: found.to, text: found.text }]
        return [{ edits, why: `${found.why} on line ${token.line}`, sureness: 0.94 }]
      }),
    ),
})

const ODD: readonly Odd[] = [
  ({ tokens }, index) => {
    const [word, next] = [tokens[index], tokens[index + 1]]
    if (!word || !next || !isWord(word, 'return') || !isPunctuation(tokens[index - 1], '=>')) return undefined
    return isPunctuation(next, ';', ')', '}')
      ? undefined
      : { from: word.start, to: next.start, text: '', why: 'took `return` out of an arrow function without braces' }
  },
  ({ tokens, partner }, index) => {
    const [word, brace] = [tokens[index], tokens[index + 1]]
    const head = partner.get(index - 1) ?? 0
    const isHead = isPunctuation(tokens[index - 1], ')') && isWord(tokens[head - 1], 'if', 'while', 'for')
    const isWrong = isWord(word, 'then', 'do') && isHead && isPunctuation(brace, '{')
    return isWrong && word && brace
      ? { from: word.start, to: brace.start, text: '', why: `took \`${word.text}\` away` }
      : undefined
  },
  ({ tokens }, index) => {
    const word = tokens[index]
    const isLoop = isWord(word, 'foreach', 'forEach') && word?.isFirst && isPunctuation(tokens[index + 1], '(')
    const hasName = isWord(tokens[index + 2], 'const', 'let', 'var') && isWord(tokens[index + 4], 'of', 'in')
    return isLoop && hasName && word ? { from: word.start, to: word.end, text: 'for', why: 'wrote `for`' } : undefined
  },
  ({ tokens }, index) => {
    const [type, name] = [tokens[index], tokens[index + 1]]
    const isTyped = isWord(tokens[index - 2], 'catch') && isPunctuation(tokens[index - 1], '(')
    if (!type || !isTyped || !isPlainName(type) || !isPlainName(name)) return undefined
    return isPunctuation(tokens[index + 2], ')')
      ? { from: type.start, to: name.start, text: '', why: 'caught every error, as JavaScript does' }
      : undefined
  },
]

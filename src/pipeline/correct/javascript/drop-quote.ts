import { KEYWORDS } from '../../../language/javascript/keywords.ts'
import { type Token, tokenize } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { GLOBALS, namesIn } from './known-names.ts'
import { lineText, type Source } from './read-source.ts'

const LONGEST_LINE = 300

export const dropQuote = onSyntax({
  id: 'javascript/drop-quote',
  title: 'Takes away a stray quote, where every word that it frees is known',
  prior: 0.85,
  propose: (source) => {
    const lines = new Set(source.tokens.filter(({ isUnclosed }) => isUnclosed).map(({ line }) => line))
    return [...lines].slice(0, 3).flatMap((line) => withoutOne(source, line))
  },
})

function withoutOne(source: Source, line: number): Proposal[] {
  const text = lineText(source, line)
  if (text.length > LONGEST_LINE) return []
  const others = source.tokens.filter((token) => token.line !== line)
  const known = new Set([...GLOBALS, 'this', ...namesIn({ ...source, tokens: others }).keys()])
  const start = source.lineStarts[line - 1] ?? 0
  return [...text.matchAll(/["'`]/g)].flatMap(({ index }): Proposal[] => {
    const tokens = tokenize(text.slice(0, index) + text.slice(index + 1))
    if (tokens.some(({ isUnclosed }) => isUnclosed) || !tokens.every((_, at) => isKnown(tokens, at, known))) return []
    const edits = [{ start: start + index, end: start + index + 1, text: '' }]
    const isApostrophe = /[a-z]'[a-z]/i.test(text.slice(index - 1, index + 2))
    return [{ edits, why: `took away a stray quote on line ${line}`, sureness: isApostrophe ? 0.5 : 0.95 }]
  })
}

/** A name that is declared, a member, a key, or declared right here. */
function isKnown(tokens: Token[], at: number, known: ReadonlySet<string>): boolean {
  const [token, before, next] = [tokens[at], tokens[at - 1], tokens[at + 1]]
  if (token?.kind !== 'name') return true
  const isMember = isPunctuation(before, '.', '?.') || isPunctuation(next, ':')
  const isDeclared = isWord(before, 'const', 'let', 'var', 'function', 'class')
  return isMember || isDeclared || KEYWORDS.has(token.text) || known.has(token.text)
}

import { KEYWORDS } from '../../../language/javascript/keywords.ts'
import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { beginsOperand, braceKind, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { distanceOf } from './nearest.ts'
import { opens, type Source } from './read-source.ts'

const LONGEST = 12

/** Words before names that are keywords only in some places. */
const OF_TYPESCRIPT = new Set(
  'type interface enum declare namespace abstract readonly keyof implements is infer private public protected override satisfies asserts get set from as'.split(
    ' ',
  ),
)

export const spellKeyword = onSyntax({
  id: 'javascript/spell-keyword',
  title: 'Corrects a misspelt keyword',
  prior: 0.9,
  propose: (source, { diagnosis }) => {
    const known = new Map<string, Alike[]>()
    return source.tokens.flatMap((token, index) => {
      const isWord = isPlainName(token) && !OF_TYPESCRIPT.has(token.text) && token.text.length <= LONGEST
      if (!isWord || !isOdd(source, index)) return []
      const alike = known.get(token.text) ?? likeKeywords(token.text)
      known.set(token.text, alike)
      return alike.map(({ word, distance }) =>
        corrected(token, word, (token.line === diagnosis.line ? 0.98 : 0.6) - distance * 0.1),
      )
    })
  },
})

const corrected = ({ start, end, text, line }: Token, word: string, sureness: number): Proposal => ({
  edits: [{ start, end, text: word }],
  why: `corrected \`${text}\` to \`${word}\` on line ${line}`,
  sureness,
})

interface Alike {
  word: string
  distance: number
}

function likeKeywords(text: string): Alike[] {
  return [...KEYWORDS].flatMap((word) => {
    const distance = distanceOf(text, word)
    const allowed = word.length <= 4 ? 1 : 2
    return distance <= allowed && text.length >= 2 ? [{ word, distance }] : []
  })
}

/** A name at a place where no name can stand: before another operand, or where only a statement's keyword fits. */
function isOdd(source: Source, index: number): boolean {
  const { tokens, partner, parent } = source
  const [before, next] = [tokens[index - 1], tokens[index + 1]]
  if (isPunctuation(before, '.', '?.')) return false
  const isApart = next !== undefined && next.start > (tokens[index]?.end ?? 0) && !next.isFirst
  if (beginsOperand(next) && isApart) return true
  if (isApart && tokens[index]?.isFirst && isPunctuation(next, '[')) return true
  if (isPunctuation(next, '*') && isPlainName(tokens[index + 2]) && isPunctuation(tokens[index + 3], '(')) return true
  if (isPlainName(before) && !tokens[index]?.isFirst) return true
  if (isWord(before, 'else', 'export', 'default')) return true
  if (!isPunctuation(next, '(')) return isPunctuation(before, '}') && isPunctuation(next, '{')
  const body = (partner.get(index + 1) ?? 0) + 1
  if (!isPunctuation(tokens[body], '{')) return false
  const holder = parent[index] ?? -1
  // A method of a class or an object looks the same, so it does not count.
  return opens(tokens[holder]) !== '{' || braceKind(source, holder) === 'block'
}

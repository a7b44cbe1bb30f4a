import type { Edit, Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { beginsOperand, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { GLOBALS, membersIn } from './known-names.ts'
import { COMMON_MEMBERS } from './members-of.ts'
import { closes, type Source } from './read-source.ts'

export const openBracket = onSyntax({
  id: 'javascript/open-bracket',
  title: 'Adds a missing opening parenthesis or bracket',
  prior: 0.85,
  propose: (source) =>
    source.alone
      .filter((index) => ['(', '['].includes(closes(source.tokens[index]) ?? ''))
      .slice(0, 3)
      .flatMap((index) => openBefore(source, index)),
})

/** Searches the line backwards for the place where the bracket was lost. */
function openBefore(source: Source, closer: number): Proposal[] {
  const { tokens } = source
  const text = isPunctuation(tokens[closer], ')') ? '(' : '['
  const places: { edit: Edit; sureness: number }[] = []
  for (let at = closer - 1; at >= 0 && tokens[at]?.line === tokens[closer]?.line; at--) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    if (!token || !next) continue
    const split = text === '(' ? splitName(source, at) : undefined
    if (split !== undefined) places.push({ edit: { start: split, end: split, text }, sureness: 0.9 })
    const isCall = text === '(' && isPlainName(token) && beginsOperand(next) && next.line === token.line
    if (isCall) places.push({ edit: { start: token.end, end: next.start, text }, sureness: 0.93 })
    const isHead = text === '(' && isWord(token, 'if', 'while', 'for', 'switch', 'catch') && !isPunctuation(next, '(')
    if (isHead) places.push({ edit: { start: token.end, end: next.start, text: ' (' }, sureness: 0.95 })
    const isList = text === '[' && isPunctuation(token, '=', '(', ':') && beginsOperand(next)
    if (isList) places.push({ edit: { start: next.start, end: next.start, text }, sureness: 0.8 })
  }
  const why = `opened the \`${tokens[closer]?.text}\` of line ${tokens[closer]?.line}`
  return places
    .slice(0, 5)
    .map(({ edit, sureness }, order) => ({ edits: [edit], why, sureness: sureness - order * 0.1 }))
}

/** `loadname)`: two known names that grew together. */
function splitName(source: Source, index: number): number | undefined {
  const token = source.tokens[index]
  if (!isPlainName(token) || token.text.length > 60) return undefined
  const names = new Set(declaredNames(source).keys())
  if (names.has(token.text) || COMMON_MEMBERS.includes(token.text)) return undefined
  const called = new Set([...names, ...GLOBALS, ...COMMON_MEMBERS, ...membersIn(source).keys(), 'log'])
  for (let length = token.text.length - 1; length > 1; length--) {
    const rest = token.text.slice(length)
    if (called.has(token.text.slice(0, length)) && (names.has(rest) || /^(?:\d+|this)$/.test(rest)))
      return token.start + length
  }
  return undefined
}

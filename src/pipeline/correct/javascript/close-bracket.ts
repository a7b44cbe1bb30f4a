import type { Proposal } from '../strategy.ts'
import { closesEarly } from './closes-early.ts'
import { BEGINS_STATEMENT, braceKind, endsOperand, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { closes, indentOf, opens, type Source, widthOf } from './read-source.ts'

const CLOSER: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

export const closeBracket = onSyntax({
  id: 'javascript/close-bracket',
  title: 'Adds a missing closing bracket',
  prior: 0.85,
  propose: (source) =>
    source.alone
      .filter((index) => isOurs(source, index))
      .slice(-4)
      .flatMap((index) => closeOne(source, index)),
})

/** Blocks over many lines are repaired elsewhere, by their indentation. */
function isOurs(source: Source, index: number): boolean {
  const opener = opens(source.tokens[index])
  if (opener === '{') return braceKind(source, index) === 'object' && !source.tokens[index + 1]?.isFirst
  return opener === '(' || opener === '['
}

function closeOne(source: Source, opener: number): Proposal[] {
  const { tokens } = source
  const text = CLOSER[tokens[opener]?.text ?? ''] ?? ''
  const { stop, between } = walk(source, opener)
  const early = closesEarly({ source, opener, stop })
  const places = [
    ...early.map((before) => ({ before, sureness: 0.92 })),
    { before: stop, sureness: 0.85 },
    ...between.reverse().map((before, order) => ({ before, sureness: 0.45 / (order + 1) })),
  ]
  return places.flatMap(({ before, sureness }) => {
    const at = tokens[before - 1]?.end
    if (at === undefined || before <= opener) return []
    const padding = text === '}' ? ' ' : ''
    const edits = [{ start: at, end: at, text: padding + text }]
    return [{ edits, why: `closed the \`${tokens[opener]?.text}\` of line ${tokens[opener]?.line}`, sureness }]
  })
}

/** The token before which the bracket must close at the latest, and the possible places before it. */
function walk(source: Source, opener: number): { stop: number; between: number[] } {
  const { tokens, partner } = source
  const between: number[] = []
  let at = opener + 1
  while (at < tokens.length && !isStop(source, opener, at)) {
    const token = tokens[at]
    const isPlace = token?.kind === 'punctuation' && closes(token) === undefined && opens(token) === undefined
    if (at > opener + 1 && between.length < 6 && (isPlace || token?.isFirst) && endsOperand(tokens[at - 1]))
      between.push(at)
    at = (opens(token) !== undefined ? partner.get(at) : undefined) ?? at
    at++
  }
  return { stop: at, between: between.filter((index) => index !== at) }
}

function isStop(source: Source, opener: number, at: number): boolean {
  const { tokens } = source
  const [token, before] = [tokens[at], tokens[at - 1]]
  if (closes(token) !== undefined) return true
  if (at === opener + 1) return isEmpty(source, opener)
  if (isWord(token, 'from') && tokens[at + 1]?.kind === 'string') return true
  if (isPunctuation(token, ';')) return !isWord(tokens[opener - 1], 'for')
  const isEnded = endsOperand(before) || isPunctuation(before, '++', '--')
  if (isPunctuation(token, '{') && isEnded && !isFunctionBody(source, at)) return true
  if (
    isIndexing(source, opener) &&
    isPunctuation(token, '=', '+=', '-=', '*=', '++', '--', '=>', '===', '!==', '.', ',')
  )
    return true
  if (!token?.isFirst) return token?.kind === 'name' && BEGINS_STATEMENT.has(token.text) && endsOperand(before)
  if (token.kind === 'name' && BEGINS_STATEMENT.has(token.text)) return true
  const isDeeper = widthOf(indentOf(source, token.line)) > widthOf(indentOf(source, tokens[opener]?.line ?? 1))
  if (endsOperand(before) && token.kind !== 'punctuation') return !isDeeper || opens(tokens[opener]) !== '{'
  return isPunctuation(token, '.') && endsOperand(before) && isInChain(source, opener, at)
}

/** `.map((x) => x * 2` before a line with `.filter(`: the next call does not belong to the arrow's body. */
function isInChain({ tokens }: Source, opener: number, at: number): boolean {
  for (let index = opener + 1; index < at; index++) if (isPunctuation(tokens[index], '=>')) return true
  let first = opener
  while (first > 0 && !tokens[first]?.isFirst) first--
  return isPunctuation(tokens[first], '.')
}

function isFunctionBody({ tokens, partner }: Source, brace: number): boolean {
  const opener = partner.get(brace - 1)
  if (opener === undefined) return false
  return isWord(tokens[opener - 1], 'function') || isWord(tokens[opener - 2], 'function')
}

const isIndexing = ({ tokens }: Source, opener: number): boolean =>
  opens(tokens[opener]) === '[' && endsOperand(tokens[opener - 1]) && !tokens[opener]?.isFirst

/** Whether nothing follows that could stand inside: only an operator, or a line that is indented no deeper. */
function isEmpty(source: Source, opener: number): boolean {
  const [bracket, next] = [source.tokens[opener], source.tokens[opener + 1]]
  if (isPunctuation(next, ';', '.', '=', '=>', '*', '===', '!==', '&&', '||', '??')) return true
  if (!next?.isFirst || !bracket) return false
  return widthOf(indentOf(source, next.line)) <= widthOf(indentOf(source, bracket.line))
}

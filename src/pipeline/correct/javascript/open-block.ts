import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { braceLayout } from './brace-layout.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { closes, indentOf, type Source, widthOf } from './read-source.ts'

export const openBlock = onSyntax({
  id: 'javascript/open-block',
  title: 'Adds the opening brace of a block that is closed but was never opened',
  prior: 0.85,
  propose: (source) =>
    braceLayout(source).flatMap((finding) => {
      if (finding.kind !== 'unopened' || closes(source.tokens[finding.closer]) !== '{') return []
      return openAbove(source, finding.closer)
    }),
})

/** The nearest line above with the indentation of the closing brace is the one that lost its opening brace. */
function openAbove(source: Source, closer: number): Proposal[] {
  const { tokens } = source
  const width = widthOf(indentOf(source, tokens[closer]?.line ?? 1))
  let at = closer - 1
  while (at >= 0 && !(tokens[at]?.isFirst && widthOf(indentOf(source, tokens[at]?.line ?? 1)) <= width)) at--
  const header = tokens[at]
  if (header === undefined || widthOf(indentOf(source, header.line)) !== width) return []
  const end = lastOfHeader(tokens, at, closer)
  const last = tokens[end]
  if (last === undefined || isPunctuation(last, '{', ';') || !canOpen(tokens, at, end)) return []
  const edit = { start: last.end, end: last.end, text: ' {' }
  return [{ edits: [edit], why: `opened the block of line ${header.line} with a brace`, sureness: 0.9 }]
}

/** The header goes on until its line ends, or until the first line that is indented deeper. */
function lastOfHeader(tokens: Token[], from: number, closer: number): number {
  let at = from
  while (at + 1 < closer && !tokens[at + 1]?.isFirst) at++
  return at
}

function canOpen(tokens: Token[], from: number, end: number): boolean {
  const last = tokens[end]
  if (isWord(last, 'else', 'try', 'finally', 'do')) return true
  if (isPunctuation(last, ')', '=>')) return true
  for (let at = from; at <= end; at++) {
    const hasReturnType = isPunctuation(tokens[at], ':') && isPunctuation(tokens[at - 1], ')')
    if (isWord(tokens[at], 'class', 'interface', 'enum', 'namespace') || hasReturnType) return true
  }
  return false
}

import type { Edit, Proposal } from '../strategy.ts'
import { braceLayout } from './brace-layout.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { closes, indentOf, opens, type Source } from './read-source.ts'

export const closeBlock = onSyntax({
  id: 'javascript/close-block',
  title: 'Adds the closing brace of a block, where the indentation says that it ends',
  prior: 0.85,
  propose: (source) =>
    braceLayout(source).flatMap((finding, order) => {
      if (finding.kind !== 'unclosed' || opens(source.tokens[finding.opener]) !== '{') return []
      const sureness = order === 0 ? 0.95 : 0.5 / (order + 1)
      const edit = closeAt({ source, ...finding })
      return edit ? [closing({ source, opener: finding.opener, edit, sureness })] : []
    }),
})

interface Place {
  source: Source
  opener: number
  before: number
  alsoOpen: number[]
}

function closeAt({ source, opener, before, alsoOpen }: Place): Edit | undefined {
  const { tokens, code } = source
  const [brace, next, last] = [tokens[opener], tokens[before], tokens[before - 1]]
  if (brace === undefined || last === undefined) return undefined
  const text = `}${alsoOpen.map((index) => (opens(tokens[index]) === '[' ? ']' : ')')).join('')}`
  if (next && (isWord(next, 'else', 'catch', 'finally') || (closes(next) && closes(next) !== '{'))) {
    const gap = next.kind === 'name' ? ' ' : ''
    return { start: next.start, end: next.start, text: text + gap }
  }
  if (next && !next.isFirst) return { start: last.end, end: last.end, text: ` ${text}` }
  const end = code.indexOf('\n', last.end)
  const at = end < 0 ? code.length : end
  const isOneLine = brace.line === last.line && last !== brace
  const behind = isPunctuation(last, ';') ? (tokens[before - 2]?.end ?? last.end) : last.end
  return isOneLine
    ? { start: behind, end: behind, text: ` ${text}` }
    : { start: at, end: at, text: `\n${indentOf(source, brace.line)}${text}` }
}

function closing({
  source,
  opener,
  edit,
  sureness,
}: {
  source: Source
  opener: number
  edit: Edit
  sureness: number
}): Proposal {
  return { edits: [edit], why: `closed the brace that was opened on line ${source.tokens[opener]?.line}`, sureness }
}

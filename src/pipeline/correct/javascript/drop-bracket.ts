import type { Proposal } from '../strategy.ts'
import { braceLayout } from './brace-layout.ts'
import { onSyntax } from './javascript-strategy.ts'
import { closes, opens, type Source } from './read-source.ts'

const CLOSER: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

export const dropBracket = onSyntax({
  id: 'javascript/drop-bracket',
  title: 'Takes away a closing bracket that nothing opened, or makes it the kind that was opened',
  prior: 0.7,
  propose: (source) => {
    const alone = source.alone.filter((index) => closes(source.tokens[index]) !== undefined)
    const byLayout = braceLayout(source).flatMap((finding) => (finding.kind === 'unopened' ? [finding.closer] : []))
    const closers = [...new Set([...byLayout, ...alone])].slice(0, 4)
    return closers.flatMap((index, order) => [...drop(source, index, order), ...mend(source, index)])
  },
})

function drop(source: Source, index: number, order: number): Proposal[] {
  const token = source.tokens[index]
  if (token === undefined || token.kind === 'template') return []
  // A brace on a line of its own goes with its line.
  const rest = /^[ \t]*;?[ \t]*\r?\n/.exec(source.code.slice(token.end, token.end + 20))?.[0]
  const start = source.lineStarts[token.line - 1] ?? token.start
  const isLine = rest !== undefined && source.code.slice(start, token.start).trim() === ''
  const edit = isLine
    ? { start, end: token.end + rest.length, text: '' }
    : { start: token.start, end: token.end, text: '' }
  return [
    {
      edits: [edit],
      why: `took away a \`${token.text}\` on line ${token.line} that nothing opened`,
      sureness: 0.7 / (order + 1),
    },
  ]
}

/** `foo(1, 2]`: the bracket that is still open tells which one was meant. */
function mend(source: Source, index: number): Proposal[] {
  const token = source.tokens[index]
  const opener = source.alone.findLast((at) => at < index && opens(source.tokens[at]) !== undefined)
  const meant = CLOSER[opens(source.tokens[opener ?? -1]) ?? '']
  if (token === undefined || token.kind === 'template' || meant === undefined || meant === token.text) return []
  const edit = { start: token.start, end: token.end, text: meant }
  return [
    {
      edits: [edit],
      why: `closed with \`${meant}\` instead of \`${token.text}\` on line ${token.line}`,
      sureness: 0.9,
    },
  ]
}

import type { Proposal } from '../strategy.ts'
import { braceLayout } from './brace-layout.ts'
import { declaredNames } from './declared-names.ts'
import { isPunctuation } from './grammar.ts'
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
    const dropped = closers.flatMap((index, order) => [
      ...drop(source, index, 0.7 / (order + 1)),
      ...doubledBefore(source, index).flatMap((at) => drop(source, at, 0.45)),
    ])
    const mended = [...source.cutOffBy].slice(0, 4).flatMap(([opener, closer]) => mend(source, opener, closer))
    return [...dropped, ...mended, ...closers.flatMap((index) => mend(source, openBefore(source, index), index))]
  },
})

/** A doubled bracket of the same kind earlier on the line may be the stray one. */
function doubledBefore({ tokens }: Source, index: number): number[] {
  const found: number[] = []
  for (let at = index - 1; at > 0 && tokens[at]?.line === tokens[index]?.line && found.length < 3; at--) {
    if (tokens[at]?.text === tokens[index]?.text && tokens[at - 1]?.text === tokens[at]?.text) found.push(at)
  }
  return found
}

const openBefore = (source: Source, index: number): number =>
  source.alone.findLast((at) => at < index && opens(source.tokens[at]) !== undefined) ?? -1

function drop(source: Source, index: number, sureness: number): Proposal[] {
  const token = source.tokens[index]
  if (token === undefined || token.kind === 'template' || leavesUnknown(source, index)) return []
  // A brace on a line of its own is removed with its line.
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
      sureness,
    },
  ]
}

/** `xs0] = 1`: without the bracket the program would run, and make a variable that nobody meant. */
const leavesUnknown = (source: Source, index: number): boolean =>
  isPunctuation(source.tokens[index], ']') &&
  isPunctuation(source.tokens[index + 1], '=') &&
  !declaredNames(source).has(source.tokens[index - 1]?.text ?? '')

/** `foo(1, 2]`: the open bracket shows which closer was meant. */
function mend(source: Source, opener: number, closer: number): Proposal[] {
  const token = source.tokens[closer]
  const meant = CLOSER[opens(source.tokens[opener]) ?? '']
  if (token === undefined || token.kind === 'template' || meant === undefined || meant === token.text) return []
  const edits = [{ start: token.start, end: token.end, text: meant }]
  const why = `closed with \`${meant}\` instead of \`${token.text}\` on line ${token.line}`
  return [{ edits, why, sureness: 0.9 }]
}

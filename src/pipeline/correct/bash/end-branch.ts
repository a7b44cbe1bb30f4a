import type { Proposal, Strategy } from '../strategy.ts'
import { findBlockFault } from './blocks.ts'
import { lineNumber } from './close-block.ts'
import { type BashToken, readBash } from './read-bash.ts'

export const endBranch: Strategy = {
  id: 'bash/end-branch',
  languages: ['bash'],
  title: 'Ends the patterns of `case` with `)` and its branches with `;;`',
  answers: ['SyntaxError'],
  prior: 0.95,
  propose({ code }) {
    const { tokens } = readBash(code)
    const open = openPattern(tokens)
    if (open.length > 0) return open
    const fault = findBlockFault(code, tokens, false)
    if (fault?.kind !== 'unended-branch' || !fault.at) return []
    const { start } = fault.at
    const last = tokens.findLast((token) => token.end <= start && token.kind !== 'newline' && token.kind !== 'comment')
    if (!last) return []
    // A single semicolon is half of `;;`.
    const edit =
      last.text === ';'
        ? { start: last.start, end: last.end, text: ';;' }
        : { start: last.end, end: last.end, text: ' ;;' }
    return [
      { edits: [edit], why: `ended the branch before line ${lineNumber(code, start)} with \`;;\``, sureness: 0.95 },
    ]
  },
}

/** A pattern followed by its commands, or by a colon, without its parenthesis. */
function openPattern(tokens: BashToken[]): Proposal[] {
  const index = tokens.findIndex(
    (token, at) => token.isPattern && tokens[at - 1]?.text !== '|' && !isClosed(tokens, at),
  )
  const last = tokens[index === -1 ? -1 : lastOfPattern(tokens, index)]
  if (!last || !/^["'*?$\w[-]/.test(last.text)) return []
  if (/^(?:default|else|otherwise):?$/i.test(last.text)) {
    return [
      {
        edits: [{ start: last.start, end: last.end, text: '*)' }],
        why: `wrote \`${last.text}\` as \`*)\``,
        sureness: 0.95,
      },
    ]
  }
  const hasColon = last.text.endsWith(':')
  const edit = { start: hasColon ? last.end - 1 : last.end, end: last.end, text: ')' }
  return [{ edits: [edit], why: `ended the pattern \`${last.text}\` with \`)\``, sureness: 0.9 }]
}

const isClosed = (tokens: BashToken[], index: number): boolean => tokens[lastOfPattern(tokens, index) + 1]?.text === ')'

function lastOfPattern(tokens: BashToken[], index: number): number {
  let at = skipInner(tokens, index)
  while (tokens[at + 1]?.text === '|' && tokens[at + 2]?.kind === 'word') at = skipInner(tokens, at + 2)
  return at
}

/** The index of the last token inside of a word, or of the word itself. */
function skipInner(tokens: BashToken[], index: number): number {
  const depth = tokens[index]?.depth ?? 0
  let at = index
  while ((tokens[at + 1]?.depth ?? 0) > depth) at += 1
  return at
}

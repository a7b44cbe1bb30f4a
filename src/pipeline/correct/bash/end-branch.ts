import type { Strategy } from '../strategy.ts'
import { findBlockFault } from './blocks.ts'
import { lineNumber } from './close-block.ts'
import { readBash } from './read-bash.ts'

export const endBranch: Strategy = {
  id: 'bash/end-branch',
  languages: ['bash'],
  title: 'Ends a branch of `case` with `;;`',
  answers: ['SyntaxError'],
  prior: 0.95,
  propose({ code }) {
    const { tokens } = readBash(code)
    const fault = findBlockFault(code, tokens, false)
    if (fault?.kind !== 'unended-branch' || !fault.at) return []
    const { start } = fault.at
    const last = tokens.findLast((token) => token.end <= start && token.kind !== 'newline' && token.kind !== 'comment')
    if (!last) return []
    // A single semicolon is half of what was meant.
    const edit =
      last.text === ';'
        ? { start: last.start, end: last.end, text: ';;' }
        : { start: last.end, end: last.end, text: ' ;;' }
    return [
      { edits: [edit], why: `ended the branch before line ${lineNumber(code, start)} with \`;;\``, sureness: 0.95 },
    ]
  },
}

import type { Edit, Strategy } from '../strategy.ts'
import { findBlockFault } from './blocks.ts'
import { readBash } from './read-bash.ts'

const FOREIGN = new Set(['elseif', 'elsif', 'else-if', 'elseIf', 'elsefi', 'elseIF'])

/** `else if` begins an `if` of its own, which needs a `fi` of its own. */
export const elseIf: Strategy = {
  id: 'bash/else-if',
  languages: ['bash'],
  title: 'Writes `else if` and `elseif` as `elif`',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError'],
  prior: 0.95,
  propose({ code }) {
    const { tokens } = readBash(code)
    const words: Edit[] = tokens
      .filter(({ text, isCommand, kind }) => kind === 'word' && isCommand && FOREIGN.has(text))
      .map(({ start, end }) => ({ start, end, text: 'elif' }))
    const why = 'wrote it as `elif`, which needs no `fi` of its own'
    if (words.length > 0) return [{ edits: words, why, sureness: 0.95 }]
    if (!findBlockFault(code, tokens, false)) return []
    const pairs = tokens.flatMap((token, index): Edit[] => {
      const next = tokens[index + 1]
      const isPair = token.isCommand && token.text === 'else' && next?.isCommand && next.text === 'if'
      return isPair ? [{ start: token.start, end: next.end, text: 'elif' }] : []
    })
    if (pairs.length === 0) return []
    const each = pairs.length > 1 ? pairs.slice(0, 4).map((edit) => ({ edits: [edit], why, sureness: 0.6 })) : []
    return [{ edits: pairs, why, sureness: 0.95 }, ...each]
  },
}

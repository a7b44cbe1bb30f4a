import { KEYWORDS } from '../../../language/bash/commands.ts'
import { linesOf } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { readBash } from './read-bash.ts'

const MOST_PROPOSALS = 4
/** A calculation, or the name in an expansion. */
const OF_VALUES = /syntax error|bad substitution|operand expected|error token/i
const TWICE = /(?<![\w$.-])([A-Za-z_]\w*|\d+)[ \t]+\1(?![\w.-])/g
/** `(a + b) // 2` divides in other languages; all other doubled signs mean something here too. */
const DIVIDED = /(?<=[\w)\]}] ?)\/\/(?= ?[\w$(])/g
const CALCULATES = /\(\(|\$\{|\[/

/** Nobody repeats a keyword on one line but `done` and `fi`, which the parser counts. */
export const doubledWord: Strategy = {
  id: 'bash/doubled-word',
  languages: ['bash'],
  title: 'Takes away a keyword, or a word or division sign of a calculation, that stands twice in a row',
  answers: ['SyntaxError', 'ShellError'],
  prior: 0.9,
  propose({ code, diagnosis }) {
    const { tokens } = readBash(code)
    const keywords = tokens.flatMap((token, index): Proposal[] => {
      const before = tokens[index - 1]
      const isTwice = before?.text === token.text && token.kind === 'word' && KEYWORDS.includes(token.text)
      return isTwice ? [without(before.end, token.end, token.text, 0.95)] : []
    })
    return [...keywords, ...inValues(code, diagnosis)].slice(0, MOST_PROPOSALS)
  },
}

function inValues(code: string, { line, message }: { line?: number | undefined; message: string }): Proposal[] {
  const own = line === undefined ? undefined : linesOf(code)[line - 1]
  if (own === undefined || !OF_VALUES.test(message) || !CALCULATES.test(own.text)) return []
  const words = [...own.text.matchAll(TWICE)].map((found) => {
    const [whole, word = ''] = found
    const at = own.start + found.index
    return without(at + word.length, at + whole.length, word, 0.93)
  })
  const signs = [...own.text.matchAll(DIVIDED)].map(({ index }) =>
    without(own.start + index + 1, own.start + index + 2, '/', 0.9),
  )
  return [...words, ...signs]
}

const without = (start: number, end: number, text: string, sureness: number): Proposal => ({
  edits: [{ start, end, text: '' }],
  why: `took away the second \`${text}\``,
  sureness,
})

import type { Strategy } from '../strategy.ts'
import { best, propose, replace } from './edits.ts'
import { readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

const SIGNS: ReadonlySet<string> = new Set([
  '->',
  '==',
  '!=',
  '<=',
  '>=',
  '+=',
  '-=',
  '*=',
  '/=',
  ':=',
  '**',
  '//',
  '%=',
])

/** Between the two halves of a sign stands a space that somebody typed, or that a page put there. */
export const splitSign: Strategy = {
  id: 'python/split-sign',
  languages: ['python'],
  title: 'Joins the two halves of a sign, such as `- >` or `= =`',
  answers: SYNTAX_ERRORS,
  prior: 0.92,
  propose({ code }) {
    const { tokens } = readProgram(code)
    const split = tokens.flatMap((token, index) => {
      const next = tokens[index + 1]
      const isSplit = next?.line === token.line && next.start > token.end && SIGNS.has(token.text + next.text)
      return isSplit
        ? [{ range: { start: token.start, end: next.end }, sign: token.text + next.text, line: token.line }]
        : []
    })
    const each = split.map(({ range, sign, line }) =>
      propose(replace(range, sign), `joined "${sign}" on line ${line}`, 0.9),
    )
    // Of `! = =` only one sign can be made.
    const apart = split.filter(({ range }, index) => range.start >= (split[index - 1]?.range.end ?? 0))
    const all = propose(
      apart.map(({ range, sign }) => replace(range, sign)),
      'joined the halves of signs',
      0.93,
    )
    return best(split.length > 1 ? [all, ...each] : each)
  },
}

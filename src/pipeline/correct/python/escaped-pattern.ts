import type { Proposal, Strategy } from '../strategy.ts'
import { best, messageOf, propose, replace } from './edits.ts'
import { callsIn, type Expression, placeOf } from './expression.ts'

export const escapedPattern: Strategy = {
  id: 'python/escaped-pattern',
  languages: ['python'],
  title: 'Escapes a sign of a pattern that stands alone and means itself',
  answers: ['re.error', 'error', 're.PatternError', 'PatternError'],
  prior: 0.88,
  propose(fault) {
    const found = messageOf(
      fault,
      /^(?:missing \), unterminated subpattern|nothing to repeat|unterminated character set|unbalanced parenthesis) at position (\d+)/,
    )
    const place = found && placeOf(fault)
    if (!place) return []
    const patterns = callsIn(place).flatMap(({ callee, arguments: given }) =>
      /^re\./.test(callee.text) ? (given[0] ?? []) : [],
    )
    return best(patterns.flatMap((pattern) => escaped(pattern, Number(found[1]))))
  },
}

/** Only where the text of the program is the pattern, sign by sign. */
function escaped({ tokens: [token, ...others] }: Expression, at: number): Proposal[] {
  const { string } = token ?? {}
  if (!token || !string?.isClosed || others.length > 0 || !/^r?$/.test(string.prefix)) return []
  const start = token.start + string.prefix.length + string.quote.length
  const inner = token.text.slice(string.prefix.length + string.quote.length, -string.quote.length)
  const sign = inner[at] ?? ''
  if (inner.includes('\\') || !'()[*+?{'.includes(sign) || sign === '') return []
  const slash = string.prefix === 'r' ? '\\' : '\\\\'
  const edit = replace({ start: start + at, end: start + at }, slash)
  return [propose(edit, `escaped "${sign}" in the pattern`, 0.9)]
}

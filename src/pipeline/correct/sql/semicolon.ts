import { STARTERS } from '../../../language/sql/keywords.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { readFault, SQL_LANGUAGES } from './sql-fault.ts'

/** A statement at the start of a line, outside of parentheses, ends the one before. */
export const semicolon: Strategy = {
  id: 'sql/semicolon',
  languages: SQL_LANGUAGES,
  title: 'Puts the missing semicolon between two statements',
  answers: ['SyntaxError'],
  prior: 0.95,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const { code, statement, index } = fault
    const { tokens } = statement
    return tokens.flatMap((token, place): Proposal[] => {
      const before = tokens[place - 1]
      const isStart = before && token.kind === 'word' && STARTERS.has(token.value) && token.depth === 0
      if (
        !isStart ||
        /^(?:AS|ALL|UNION|EXCEPT|INTERSECT|EXPLAIN|DO|BEGIN|ON|FOR|BEFORE|AFTER|OF|OR|ELSE|THEN)$/.test(before.value)
      )
        return []
      const isLine = code.slice(before.end, token.start).includes('\n')
      const isSelect = token.value === 'SELECT' && /^(?:WITH|INSERT|CREATE)$/.test(tokens[0]?.value ?? '')
      const sureness = (isLine ? 0.9 : 0.6) + (Math.abs(place - index) <= 1 ? 0.07 : -0.2) - (isSelect ? 0.3 : 0)
      return [
        {
          edits: [{ start: before.end, end: before.end, text: ';' }],
          why: `ended the statement before \`${token.text}\``,
          sureness,
        },
      ]
    })
  },
}

import type { Strategy } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES } from './sql-fault.ts'
import { itemsOf } from './sql-schema.ts'

/** `AVG(salary) AS average salary`: a query names what it selects, and does not select the same column beside it. */
export const twoWordAlias: Strategy = {
  id: 'sql/two-word-alias',
  languages: SQL_LANGUAGES,
  title: 'Puts quotes around an alias of two words, the second of which names its column',
  answers: ['SyntaxError'],
  prior: 0.93,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const { tokens } = fault.statement
    const second = tokens[fault.index]
    const first = tokens[fault.index - 1]
    if (!first || !second || !isSecondWord(tokens, fault.index)) return []
    return [
      {
        edits: [{ start: first.start, end: second.end, text: `"${first.text} ${second.text}"` }],
        why: `put quotes around the alias \`${first.text} ${second.text}\``,
        sureness: 0.95,
      },
    ]
  },
}

/** Whether the word at this place belongs to the alias before it. */
export function isSecondWord(tokens: SqlToken[], place: number): boolean {
  const [as, first, second] = [tokens[place - 2], tokens[place - 1], tokens[place]]
  if (as?.value !== 'AS' || first?.kind !== 'word' || second?.kind !== 'word') return false
  const select = tokens.findLastIndex(
    ({ kind, value, start }) => kind === 'word' && value === 'SELECT' && start < as.start,
  )
  const item = select === -1 ? undefined : itemsOf(tokens, select).find((one) => one.includes(second))
  const selected = item?.slice(0, item.indexOf(as)) ?? []
  return selected.some((token) => isSame(nameOf(token), second.text))
}

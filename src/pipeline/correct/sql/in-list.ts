import { isKeyword } from '../../../language/sql/keywords.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'
import { readFault, SQL_LANGUAGES } from './sql-fault.ts'

/** Small words and signs that stand beside one another in one way only. */
export const inList: Strategy = {
  id: 'sql/in-list',
  languages: SQL_LANGUAGES,
  title: 'Puts the values of `IN` into parentheses, and writes a keyword once',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.93,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const { tokens } = fault.statement
    return tokens.flatMap((token, index) => [...valuesOf(tokens, token, index), ...doubled(tokens[index - 1], token)])
  },
}

const isValue = (token: SqlToken | undefined): boolean => token?.kind === 'string' || token?.kind === 'number'

/** `IN 'a', 'b'`. */
function valuesOf(tokens: SqlToken[], token: SqlToken, index: number): Proposal[] {
  if (token.kind !== 'word' || token.value !== 'IN' || !isValue(tokens[index + 1])) return []
  let last = index + 1
  while (tokens[last + 1]?.text === ',' && isValue(tokens[last + 2])) last += 2
  const [first, end] = [tokens[index + 1], tokens[last]]
  if (!first || !end) return []
  const edits = [
    { start: first.start, end: first.start, text: '(' },
    { start: end.end, end: end.end, text: ')' },
  ]
  return [{ edits, why: 'put the values of `IN` into parentheses', sureness: 0.95 }]
}

/** `SELECT SELECT name`. */
function doubled(before: SqlToken | undefined, token: SqlToken): Proposal[] {
  const isTwice = before?.kind === 'word' && token.kind === 'word' && before.value === token.value
  if (!before || !isTwice || !isKeyword(token.value)) return []
  const edits = [{ start: before.end, end: token.end, text: '' }]
  return [{ edits, why: `wrote \`${token.text}\` once`, sureness: 0.95 }]
}

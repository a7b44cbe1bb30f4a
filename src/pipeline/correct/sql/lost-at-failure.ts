import { isKeyword } from '../../../language/sql/keywords.ts'
import type { Edit } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'
import type { SqlFault } from './sql-fault.ts'

/** A missing word, and its place. */
export interface Lost {
  edit: Edit
  word: string
  sureness: number
}

/** Words that are missing right at the place of the failure: the token before requires them. */
export function lostAtFailure({ statement: { tokens }, index, type }: SqlFault): Lost[] {
  const token = tokens[index]
  const before = tokens[index - 1]
  if (type !== 'SyntaxError' || !token) return []
  if (index === 0 && tokens[1]?.value === 'AS' && tokens[2]?.text === '(') return added(token.start, 'WITH', 0.95)
  if (!before) return []
  const open = openCase(tokens.slice(0, index))
  if (open === 'WHEN' && beginsValue(token) && endsValue(before)) return added(token.start, 'THEN', 0.93)
  if ((open === 'THEN' || open === 'ELSE') && endsValue(before) && !beginsValue(token))
    return added(before.end, 'END', 0.93)
  const clause = tokens
    .slice(0, index)
    .findLast(
      ({ kind, value }) =>
        kind === 'word' && /^(?:SELECT|FROM|WHERE|ON|HAVING|GROUP|ORDER|SET|VALUES|AND|OR|BETWEEN)$/.test(value),
    )
  const isCondition = clause !== undefined && /^(?:WHERE|ON|HAVING|AND|OR|SET)$/.test(clause.value)
  if (clause?.value === 'BETWEEN' && token.text === ',')
    return [{ edit: { start: token.start, end: token.end, text: ' AND' }, word: 'AND', sureness: 0.95 }]
  if (token.value === 'WHERE' && isCondition)
    return [{ edit: { start: token.start, end: token.end, text: 'AND' }, word: 'AND', sureness: 0.9 }]
  // Between numbers any comparison may be missing; between keys and before texts it is nearly always `=`.
  const isEquation = clause?.value === 'ON' || clause?.value === 'SET' || token.kind === 'string'
  const isOperand = beginsValue(token) && endsValue(before) && before.kind !== 'string' && token.text !== '('
  return isCondition && isEquation && isOperand && isOnly(tokens, index) ? added(token.start, '=', 0.85) : []
}

const added = (at: number, word: string, sureness: number): Lost[] => [
  { edit: { start: at, end: at, text: word === 'END' ? ` ${word}` : `${word} ` }, word, sureness },
]

const beginsValue = ({ kind, text, value }: SqlToken): boolean =>
  kind === 'symbol'
    ? text === '(' || text === '-'
    : kind !== 'word' || !isKeyword(value) || value === 'NULL' || value === 'CASE'

const endsValue = ({ kind, text, value }: SqlToken): boolean =>
  kind === 'symbol' ? text === ')' : kind !== 'word' || !isKeyword(value) || value === 'NULL'

/** The last keyword of the innermost CASE that has not ended. */
function openCase(tokens: SqlToken[]): string | undefined {
  const open: string[] = []
  for (const { kind, value } of tokens) {
    if (kind !== 'word') continue
    if (value === 'CASE') open.push(value)
    else if (value === 'END') open.pop()
    else if (open.length > 0 && /^(?:WHEN|THEN|ELSE)$/.test(value)) open[open.length - 1] = value
  }
  return open.at(-1)
}

/** Whether this condition has no comparison yet. */
function isOnly(tokens: SqlToken[], index: number): boolean {
  const from = tokens.slice(0, index).findLastIndex(({ value }) => /^(?:WHERE|ON|HAVING|AND|OR|SET)$/.test(value))
  return !tokens.slice(from + 1, index).some(({ value }) => /^(?:=|==|<|>|<=|>=|<>|!=|LIKE|IN|IS|BETWEEN)$/.test(value))
}

import { TYPES } from '../../../language/sql/keywords.ts'
import { likelyNames } from '../likely-names.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { readFault, SQL_LANGUAGES } from './sql-fault.ts'
import { schemaOf } from './sql-schema.ts'

const BEFORE_NAME = new Set(['TABLE', 'INTO', 'UPDATE', 'FROM', 'JOIN', 'REFERENCES', 'EXISTS'])

/** A keyword in place of a name: a misspelt table, or one that really has that name. */
export const reservedName: Strategy = {
  id: 'sql/reserved-name',
  languages: SQL_LANGUAGES,
  title: 'Puts quotes around a name that is a keyword, or replaces it by the table that was meant',
  answers: ['SyntaxError'],
  prior: 0.88,
  propose(given) {
    const fault = readFault(given)
    const token = fault?.statement.tokens[fault.index]
    if (!fault || token?.kind !== 'word') return []
    const own = fault.statement.tokens
    if (!isNamePlace(own, fault.index)) return []
    const tables = [...schemaOf(statementsOf(fault.tokens), fault.tables).values()].map(({ name }) => name)
    const meant = likelyNames(token.text, tables).map(
      ({ name, sureness }): Proposal => ({
        edits: [{ start: token.start, end: token.end, text: name }],
        why: `replaced \`${token.text}\` by \`${name}\``,
        sureness,
      }),
    )
    const named = fault.tokens.filter(
      (one, index) => one.kind === 'word' && one.value === token.value && isName(fault.tokens, index),
    )
    const edits = named.map(({ start, end, text }) => ({ start, end, text: `"${text}"` }))
    return [
      ...meant,
      ...(edits.length > 0
        ? [{ edits, why: `put quotes around the name \`${token.text}\`, which is a keyword`, sureness: 0.85 }]
        : []),
    ]
  },
}

/** Whether a name belongs here: behind `FROM` and its kind, or as the first word of a declared column. */
function isNamePlace(tokens: SqlToken[], index: number): boolean {
  const before = tokens[index - 1]
  if (before?.kind === 'word' && (BEFORE_NAME.has(before.value) || before.value === 'AS')) return true
  const isDeclared =
    tokens[0]?.value === 'CREATE' &&
    (before?.text === '(' || before?.text === ',') &&
    TYPES.includes(tokens[index + 1]?.value ?? '')
  return isDeclared || before?.text === '.'
}

/** Whether the word cannot be the keyword here. */
function isName(tokens: SqlToken[], index: number): boolean {
  const [before, next] = [tokens[index - 1], tokens[index + 1]]
  if (next?.kind === 'word' && next.value === 'BY') return false
  if (isNamePlace(tokens, index) || (before?.kind === 'word' && BEFORE_NAME.has(before.value))) return true
  const isListed =
    (before?.text === '(' || before?.text === ',') &&
    (next?.text === ',' || next?.text === ')' || TYPES.includes(next?.value ?? ''))
  return isListed || next?.text === '.' || /^[=<>]/.test(next?.text ?? '')
}

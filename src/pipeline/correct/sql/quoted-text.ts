import { proposalOf } from '../proposal-of.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { unknownName } from './name-faults.ts'
import { qualifiedIn } from './quoted-column.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES } from './sql-fault.ts'
import { itemsOf, schemaOf } from './sql-schema.ts'
import { sourcesOf } from './sql-sources.ts'

/** A name that no table has was meant as a text, or is an alias of a selected expression. */
export const quotedText: Strategy = {
  id: 'sql/quoted-text',
  languages: SQL_LANGUAGES,
  title: 'Puts single quotes around a text, and the expression in the place of its alias',
  answers: ['SqlError'],
  prior: 0.85,
  propose(given) {
    const fault = readFault(given)
    const unknown = fault && unknownName(fault.message)
    if (!fault || unknown?.kind !== 'column') return []
    const { tokens } = fault.statement
    const schema = schemaOf(statementsOf(fault.tokens), fault.tables)
    const columns = new Set([...schema.values()].flatMap((table) => table.columns.map((one) => one.toLowerCase())))
    const sources = sourcesOf(tokens, schema)
    const isText = (token: SqlToken) =>
      token.kind === 'name' &&
      token.text.startsWith('"') &&
      !columns.has(token.value.toLowerCase()) &&
      qualifiedIn(token, sources) === undefined
    const quoted = tokens.filter((token, index) => isText(token) && isValue(tokens, index)).map(asText)
    const bare = tokens
      .filter((token, index) => token.kind === 'word' && isSame(token.text, unknown.name) && isCompared(tokens, index))
      .map(asText)
    return [
      ...proposalOf(quoted, 'put single quotes around the text', 0.95),
      ...aliasUse(fault.code, tokens, unknown.name),
      ...proposalOf(bare, 'put quotes around the text', 0.5),
    ]
  },
}

const asText = ({ start, end, kind, value, text }: SqlToken): Edit => ({
  start,
  end,
  text: `'${(kind === 'name' ? value : text).replaceAll("'", "''")}'`,
})

/** Whether the token is no name behind AS or FROM, and no part of one. */
function isValue(tokens: SqlToken[], index: number): boolean {
  const before = tokens[index - 1]
  return (
    before !== undefined &&
    before.text !== '.' &&
    tokens[index + 1]?.text !== '.' &&
    !/^(?:AS|FROM|JOIN|INTO|TABLE|UPDATE|BY)$/.test(before.value)
  )
}

/** Whether the token stands right of a comparison, or in a row of values. */
function isCompared(tokens: SqlToken[], index: number): boolean {
  const before = tokens[index - 1]
  const isRight = before !== undefined && /^(?:=|==|!=|<>|LIKE)$/.test(before.value)
  const isRow =
    (before?.text === ',' || before?.text === '(') &&
    tokens[0]?.value === 'INSERT' &&
    tokens.slice(0, index).some(({ value }) => value === 'VALUES')
  return (isRight || isRow) && tokens[index + 1]?.text !== '.' && tokens[index + 1]?.text !== '('
}

/** `SELECT a + b AS total … HAVING total > 5`: conditions do not see the aliases of the SELECT list. */
function aliasUse(code: string, tokens: SqlToken[], name: string): Proposal[] {
  const select = tokens.findIndex(({ value, kind }) => kind === 'word' && value === 'SELECT')
  const item =
    select === -1
      ? undefined
      : itemsOf(tokens, select).find((one) => isSame(nameOf(one.at(-1)), name) && one.at(-2)?.value === 'AS')
  if (!item) return []
  const text = code.slice(item[0]?.start, item.at(-3)?.end)
  const from = item.at(-1)?.end ?? 0
  const edits = tokens
    .filter((token, index) => token.start > from && isSame(nameOf(token), name) && isCondition(tokens, index))
    .map(({ start, end }) => ({ start, end, text: `(${text})` }))
  return proposalOf(edits, `wrote out \`${name}\`, which conditions do not know`, 0.9)
}

function isCondition(tokens: SqlToken[], index: number): boolean {
  const clause = tokens
    .slice(0, index)
    .findLast(({ kind, value }) => kind === 'word' && /^(?:SELECT|WHERE|HAVING|GROUP|ORDER|ON)$/.test(value))
  return clause?.value === 'WHERE' || clause?.value === 'HAVING'
}

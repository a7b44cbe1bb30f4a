import type { Proposal, Strategy } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'
import { nameOf, readFault } from './sql-fault.ts'

const ACTIONS = new Set(['ADD', 'DROP', 'RENAME', 'ALTER'])

/** SQLite and DuckDB make one change in a statement; PostgreSQL makes several. */
export const alterTable: Strategy = {
  id: 'sql/alter-table',
  languages: ['sql', 'duckdb'],
  title: 'Makes each change of a table in a statement of its own',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.93,
  propose(given) {
    const fault = readFault(given)
    const tokens = fault?.statement.tokens ?? []
    const [alter, table, name, action] = tokens
    if (!name || nameOf(name) === '' || alter?.value !== 'ALTER' || table?.value !== 'TABLE') return []
    if (!action || !ACTIONS.has(action.value)) return []
    const edits = tokens.flatMap((token, index) => {
      const next = tokens[index + 1]
      if (token.text !== ',' || token.depth > 0 || !next) return []
      const again = ACTIONS.has(next.value) ? '' : actionOf(tokens)
      return [{ start: token.start, end: token.end, text: `; ALTER TABLE ${name.text}${again}` }]
    })
    const why = 'made each change of the table in a statement of its own'
    return edits.length === 0 ? [] : ([{ edits, why, sureness: 0.95 }] satisfies Proposal[])
  },
}

/** `ADD COLUMN`, which a further column goes on with. */
const actionOf = (tokens: readonly SqlToken[]): string =>
  ` ${tokens[3]?.text}${tokens[4]?.value === 'COLUMN' ? ` ${tokens[4].text}` : ''}`

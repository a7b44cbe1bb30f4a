import type { Edit } from '../strategy.ts'
import type { SqlStatement, SqlToken } from './read-sql.ts'

interface Clause {
  code: string
  statement: SqlStatement
  language: string
}

/** Translates clauses and statements of other databases. */
export function dialectClauses(clause: Clause): Edit[] {
  return [
    ...top(clause),
    ...fetchFirst(clause),
    ...limitPair(clause),
    ...insertForms(clause),
    ...statementForms(clause),
  ]
}

const lastOf = (tokens: SqlToken[]): SqlToken | undefined => tokens.findLast(({ text }) => text !== ';')

/** `SELECT TOP 5 …` → `SELECT … LIMIT 5`, at the end of its own query. */
function top({ statement: { tokens } }: Clause): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const isTop =
      token.value === 'TOP' && token.kind === 'word' && /^(?:SELECT|DISTINCT)$/.test(tokens[index - 1]?.value ?? '')
    const hasBrackets = tokens[index + 1]?.text === '('
    const number = tokens[index + (hasBrackets ? 2 : 1)]
    const next = tokens[index + (hasBrackets ? 4 : 2)]
    if (!isTop || number?.kind !== 'number' || !next) return []
    const end = tokens.findIndex(
      ({ text, depth }, place) => place > index && ((text === ')' && depth < token.depth) || text === ';'),
    )
    const last = tokens[(end === -1 ? tokens.length : end) - 1]
    return last
      ? [
          { start: token.start, end: next.start, text: '' },
          { start: last.end, end: last.end, text: ` LIMIT ${number.text}` },
        ]
      : []
  })
}

/** `OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY`; PostgreSQL and DuckDB support it. */
function fetchFirst({ statement: { tokens }, language }: Clause): Edit[] {
  const index = tokens.findIndex(({ value }) => value === 'FETCH')
  const only = tokens.findIndex(({ value }, place) => place > index && value === 'ONLY')
  const number = tokens[index + 2]
  if (language !== 'sql' || index === -1 || only === -1 || number?.kind !== 'number') return []
  const isOffset = tokens[index - 3]?.value === 'OFFSET'
  const start = (isOffset ? tokens[index - 3] : tokens[index])?.start ?? 0
  const offset = isOffset ? ` OFFSET ${tokens[index - 2]?.text}` : ''
  return [{ start, end: tokens[only]?.end ?? start, text: `LIMIT ${number.text}${offset}` }]
}

/** `LIMIT 5, 10`, which only SQLite accepts. */
function limitPair({ statement: { tokens }, language }: Clause): Edit[] {
  if (language === 'sql') return []
  return tokens.flatMap((token, index): Edit[] => {
    const [first, mark, second] = tokens.slice(index + 1, index + 4)
    const isPair =
      token.value === 'LIMIT' && first?.kind === 'number' && mark?.text === ',' && second?.kind === 'number'
    return isPair ? [{ start: first.start, end: second.end, text: `${second.text} OFFSET ${first.text}` }] : []
  })
}

/** `INSERT IGNORE`, `INSERT OR IGNORE`, `ON DUPLICATE KEY UPDATE`. */
function insertForms({ code, statement: { tokens }, language }: Clause): Edit[] {
  const [first, second, third] = tokens
  const last = lastOf(tokens)
  if (!first || !second || !last || first.value !== 'INSERT') return []
  const edits: Edit[] = []
  if (second.value === 'IGNORE' && language === 'sql')
    edits.push({ start: second.start, end: second.end, text: 'OR IGNORE' })
  const isIgnored = second.value === 'IGNORE' || (second.value === 'OR' && third?.value === 'IGNORE')
  if (isIgnored && language === 'postgres') {
    const end = second.value === 'IGNORE' ? second.end : (third?.end ?? second.end)
    edits.push({ start: first.end, end, text: '' }, { start: last.end, end: last.end, text: ' ON CONFLICT DO NOTHING' })
  }
  const on = tokens.findIndex(({ value }, index) => value === 'ON' && tokens[index + 1]?.value === 'DUPLICATE')
  const update = tokens[on + 3]
  // Only SQLite accepts ON CONFLICT without the colliding column.
  if (on === -1 || update?.value !== 'UPDATE' || language !== 'sql') return edits
  const set = code.slice(update.end, last.end).replace(/\bVALUES\s*\(\s*(\w+)\s*\)/gi, 'excluded.$1')
  edits.push({ start: tokens[on]?.start ?? 0, end: last.end, text: `ON CONFLICT DO UPDATE SET${set}` })
  return edits
}

/** Whole statements with another name, or without a meaning in a database without a server. */
function statementForms({ code, statement, language }: Clause): Edit[] {
  const { tokens, start } = statement
  const words = tokens.slice(0, 4).map(({ value }) => value)
  const [first, second, third] = tokens
  if (!first) return []
  const until = (token: SqlToken | undefined, text: string): Edit[] =>
    token ? [{ start: first.start, end: token.end, text }] : []
  if (words[0] === 'TRUNCATE' && language === 'sql') return until(words[1] === 'TABLE' ? second : first, 'DELETE FROM')
  if (words[0] === 'START' && words[1] === 'TRANSACTION' && language === 'sql')
    return until(second, 'BEGIN TRANSACTION')
  if (
    words[0] === 'CREATE' &&
    words[1] === 'OR' &&
    words[2] === 'REPLACE' &&
    language === 'sql' &&
    (words[3] === 'VIEW' || words[3] === 'TABLE')
  ) {
    const name = tokens[4]
    return name ? until(third, `DROP ${words[3]} IF EXISTS ${name.text};\nCREATE`) : []
  }
  const isAlone = (one: SqlToken | undefined) => one !== undefined && (lastOf(tokens) === one || tokens.at(-1) === one)
  if (language === 'sql' && words[0] === 'SHOW' && words[1] === 'TABLES' && isAlone(second))
    return until(second, "SELECT name FROM sqlite_master WHERE type = 'table'")
  if (language === 'sql' && /^DESC(?:RIBE)?$/.test(words[0] ?? '') && second && isAlone(second))
    return until(second, `PRAGMA table_info(${second.text})`)
  const isPragma = words[0] === 'PRAGMA' && (language === 'postgres' || words[1] === 'FOREIGN_KEYS')
  const isServer =
    words[0] === 'USE' ||
    (words[0] === 'CREATE' && words[1] === 'DATABASE') ||
    (words[0] === 'SET' && /^(?:NAMES|FOREIGN_KEY_CHECKS|SQL_MODE|NOCOUNT|SEARCH_PATH)$/.test(words[1] ?? '')) ||
    /^(?:GRANT|REVOKE)$/.test(words[0] ?? '') ||
    (/^(?:LOCK|UNLOCK)$/.test(words[0] ?? '') && words[1] === 'TABLES')
  const isOneLine = !code.slice(start, statement.end).includes('\n')
  return ((isPragma && language !== 'sql') || isServer) && isOneLine && tokens.length <= 12
    ? [{ start, end: start, text: '-- ' }]
    : []
}

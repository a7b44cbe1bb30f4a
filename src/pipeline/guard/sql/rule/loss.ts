import { type SqlProgram, type SqlStatement, tableAt } from '../read-sql.ts'
import { byStatement, has, placeOf, type SqlRule, type Verdict } from './by-statement.ts'
import { isAlwaysTrue } from './is-always-true.ts'

export const loss: SqlRule[] = [
  {
    id: 'sql/drop-database',
    family: 'sql',
    severity: 'high',
    title: 'Drops a whole database or schema',
    why: 'All of its tables are lost, and only a backup brings them back.',
    remedy: 'Drop the one table that is meant, after a copy of it was made.',
    cwe: [],
    find: byStatement(({ words }, { ownPlaces }) => {
      if (words[0] === 'drop' && (words[1] === 'database' || words[1] === 'schema')) {
        return ownPlaces.has(`${words[1]} ${tableAt(words, 2)}`) ? 'info' : true
      }
      return words[0] === 'drop' && words[1] === 'owned'
    }),
  },
  {
    id: 'sql/drop-table',
    family: 'sql',
    severity: 'high',
    title: 'Drops a table that it did not make',
    why: 'The table and its data are lost, and only a backup brings them back.',
    remedy: 'Rename the table, or make a copy first.',
    cwe: [],
    find: byStatement(droppedTable),
  },
  {
    id: 'sql/delete-all',
    family: 'sql',
    severity: 'high',
    title: 'Deletes every row of a table',
    why: 'Without a condition, or with one that is always true, nothing is left in the table.',
    remedy: 'Add a WHERE that names the rows that are meant.',
    cwe: [],
    find: byStatement(deletedAll),
  },
  {
    id: 'sql/update-all',
    family: 'sql',
    severity: 'medium',
    title: 'Changes every row of a table',
    why: 'Without a condition, or with one that is always true, what stood there before is lost in all of them.',
    remedy: 'Add a WHERE that names the rows that are meant.',
    cwe: [],
    find: byStatement((statement, program) => {
      const { words } = statement
      if (words[0] !== 'update' || !words.includes('set') || isNarrowed(statement)) return false
      if (isOwn(words, 1, program)) return 'info'
      return setsConstants(words) ? 'high' : true
    }),
  },
  {
    id: 'sql/change-catalogue',
    family: 'sql',
    severity: 'high',
    title: 'Changes the tables in which the database keeps itself',
    why: 'A wrong value there breaks the database, or gives rights to whoever wrote it.',
    remedy: 'Use the statements that are made for it: ALTER, GRANT, CREATE.',
    cwe: [269],
    find: byStatement((statement) => {
      const { words } = statement
      const target = words[0] === 'update' ? 1 : words[0] === 'delete' || words[0] === 'insert' ? 2 : 0
      if (target > 0 && CATALOGUES.test(words.slice(target, target + 3).join(''))) return true
      if (words[0] !== 'pragma') return false
      if (isPragma(words, { name: 'writable_schema', values: ['on', '1', 'true', 'reset'] })) return true
      if (
        isPragma(words, { name: 'journal_mode', values: ['off'] }) ||
        isPragma(words, { name: 'ignore_check_constraints', values: ['on', '1', 'true'] })
      )
        return 'medium'
      return isPragma(words, { name: 'synchronous', values: ['off', '0'] }) ||
        isPragma(words, { name: 'foreign_keys', values: ['off', '0', 'false'] })
        ? 'low'
        : false
    }),
  },
]

const CATALOGUES =
  /^(?:sqlite_(?:master|schema|sequence)|pg_(?:catalog\.)?(?:authid|class|proc|auth_members|shadow|database|attribute)|pg_catalog\.|mysql\.user)/

function droppedTable({ words }: SqlStatement, program: SqlProgram): Verdict {
  if (words[0] === 'truncate') return isOwn(words, 1, program) ? 'info' : true
  if (words[0] === 'alter' && words[1] === 'table' && placeOf(words, 'drop column') > 0) {
    return isOwn(words, 2, program) ? 'info' : 'medium'
  }
  if (words[0] !== 'drop') return false
  if (words[1] === 'table' || words[1] === 'foreign') return isOwn(words, 2, program) ? 'info' : true
  return (
    ['view', 'index', 'trigger', 'function', 'procedure', 'sequence', 'type', 'column', 'materialized'].includes(
      words[1] ?? '',
    ) && 'info'
  )
}

function deletedAll(statement: SqlStatement, program: SqlProgram): Verdict {
  const at = statement.words.indexOf('delete')
  const isFirst = at === 0 || statement.words[0] === 'with' || statement.words[at - 1] === 'begin'
  if (at < 0 || !isFirst || statement.words[at + 1] !== 'from') return false
  if (/audit/.test(tableAt(statement.words, at + 2)))
    return { message: 'Deletes rows of a table that records what was done' }
  if (isNarrowed(statement)) return false
  return isOwn(statement.words, at + 2, program) ? 'info' : true
}

const isOwn = (words: string[], at: number, { ownTables }: SqlProgram): boolean => ownTables.has(tableAt(words, at))

function isNarrowed(statement: SqlStatement): boolean {
  const { words } = statement
  const at = words.lastIndexOf('where')
  if (at < 0) return words.includes('limit') || has(statement, 'current of')
  return !isAlwaysTrue(words.slice(at + 1))
}

/** `set role = 'admin', active = 1`: the new values do not depend on the old ones. */
function setsConstants(words: string[]): boolean {
  const values = words.slice(words.indexOf('set') + 1)
  return values.every(
    (word, at) =>
      /^['\d(),=.+*-]|^(?:true|false|null|default|where|returning)$/.test(word) ||
      values[at + 1] === '=' ||
      values[at + 1] === '.' ||
      values[at - 1] === '.',
  )
}

function isPragma(words: string[], { name, values }: { name: string; values: string[] }): boolean {
  const at = words.indexOf(name)
  return at > 0 && words.slice(at + 1).some((word) => values.includes(word.replaceAll("'", '').toLowerCase()))
}

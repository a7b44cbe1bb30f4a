import type { Proposal, Strategy } from '../strategy.ts'
import { statementsOf } from './read-sql.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'
import { schemaOf } from './sql-schema.ts'

/** Repairs statements that create or fill tables and do not fit the existing ones. */
export const insertShape: Strategy = {
  id: 'sql/insert-shape',
  languages: SQL_LANGUAGES,
  title: 'Names the columns of an INSERT that leaves the counted one out; makes a table only if it is not there',
  answers: ['SqlError', 'SyntaxError'],
  prior: 0.8,
  bold: 'a table that is there already',
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    if (/already exists/.test(fault.message)) return ifNotExists(fault)
    if (/^\d+ values for \d+ columns/.test(fault.message)) return addColumn(fault)
    return /has \d+ columns but \d+ values|columns but \d+ values were supplied/.test(fault.message)
      ? nameColumns(fault)
      : []
  },
}

function ifNotExists({ statement: { tokens } }: SqlFault): Proposal[] {
  const place = tokens.findIndex(({ value }) => value === 'TABLE' || value === 'VIEW' || value === 'INDEX')
  const token = tokens[place]
  if (!token || tokens[0]?.value !== 'CREATE' || tokens[place + 1]?.value === 'IF') return []
  return [
    {
      edits: [{ start: token.end, end: token.end, text: ' IF NOT EXISTS' }],
      why: 'made it only if it is not there yet',
      sureness: 0.8,
      assumption: 'what is there already under this name is what was to be made',
    },
  ]
}

/** Adds a column name when there is one value more than columns, and the table has one column that is not named. */
function addColumn({ statement: { tokens }, tokens: all, message }: SqlFault): Proposal[] {
  const [, values = 0, named = 0] = /^(\d+) values for (\d+) columns/.exec(message) ?? []
  const close = tokens.findIndex(({ text, depth }) => text === ')' && depth === 0)
  const columns = schemaOf(statementsOf(all)).get(nameOf(tokens[2]).toLowerCase())?.columns ?? []
  const listed = tokens.slice(4, close).filter((token) => nameOf(token) !== '')
  const absent = columns.filter((column) => !listed.some((token) => isSame(nameOf(token), column)))
  // The first column is most often the auto-increment one.
  const lacking = absent.length > 1 ? absent.filter((column) => column !== columns[0]) : absent
  const [only] = lacking
  if (
    Number(values) !== Number(named) + 1 ||
    lacking.length !== 1 ||
    only === undefined ||
    listed.length !== Number(named)
  )
    return []
  const before = listed.findLast(
    (token) => columns.findIndex((one) => isSame(one, nameOf(token))) < columns.indexOf(only),
  )
  const at = before?.end ?? tokens[3]?.end ?? 0
  return [
    {
      edits: [{ start: at, end: at, text: before ? `, ${only}` : `${only}, ` }],
      why: `named the column \`${only}\`, which the values have`,
      sureness: 0.9,
    },
  ]
}

/** Names every column but the first, when only the first, an auto-increment one, has no value. */
function nameColumns({ statement: { tokens }, tokens: all, message }: SqlFault): Proposal[] {
  const [into, table, next] = [tokens[1], tokens[2], tokens[3]]
  const [, wanted, given] = /(\d+) columns but (\d+) values/.exec(message) ?? []
  const isPlain = into?.value === 'INTO' && table !== undefined && next?.value === 'VALUES'
  if (!isPlain || Number(wanted) !== Number(given) + 1) return []
  const statements = statementsOf(all)
  const columns = schemaOf(statements).get(nameOf(table).toLowerCase())?.columns ?? []
  const made = statements.find(
    (one) => one.tokens[0]?.value === 'CREATE' && one.tokens.some((token) => isSame(nameOf(token), nameOf(table))),
  )
  const open = made?.tokens.findIndex(({ text }) => text === '(') ?? -1
  const end = made?.tokens.findIndex(({ text }, index) => index > open && text === ',') ?? -1
  const isCounted = made?.tokens.slice(open, end).some(({ value }) => value === 'PRIMARY' || value === 'SERIAL')
  const isNumbered = tokens[4]?.text === '(' && tokens[5]?.kind === 'number'
  const second = made?.tokens[end + 2]?.value ?? ''
  // A number before texts is the key, and another column has no value.
  if (columns.length !== Number(wanted) || !isCounted || (isNumbered && /TEXT|CHAR|STRING/.test(second))) return []
  const text = ` (${columns.slice(1).join(', ')})`
  return [
    {
      edits: [{ start: table.end, end: table.end, text }],
      why: `named the columns that get a value; \`${columns[0]}\` counts itself`,
      sureness: 0.9,
    },
  ]
}

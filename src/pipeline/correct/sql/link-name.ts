import type { Proposal } from '../strategy.ts'
import { alikeness } from './alike-words.ts'
import { joinCondition } from './join-condition.ts'
import { joinFor } from './join-for.ts'
import type { UnknownName } from './name-faults.ts'
import type { SqlToken } from './read-sql.ts'
import { isSame, nameOf, type SqlFault } from './sql-fault.ts'
import type { SqlSchema, SqlTable } from './sql-schema.ts'
import { type NameUse, usesIn } from './unresolved-uses.ts'
import { wantedColumns } from './wanted-columns.ts'

/** Ways to tie one unknown name of a statement to the schema, the likeliest first. */
export function linkName(fault: SqlFault, unknown: UnknownName, schema: SqlSchema): Proposal[] {
  const found = unknown.kind === 'table' ? tables(fault, unknown, schema) : columns(fault, unknown, schema)
  return found.sort((one, other) => other.sureness - one.sureness)
}

function tables({ statement: { tokens } }: SqlFault, { name }: UnknownName, schema: SqlSchema): Proposal[] {
  const uses = tokens.flatMap((token, index) => {
    if (!isSame(nameOf(token), name)) return []
    const isTable = /^(?:FROM|JOIN|INTO|UPDATE|,)$/.test(tokens[index - 1]?.value ?? '')
    const isOfDatabase =
      tokens[index - 1]?.text === '.' && /^(?:FROM|JOIN|INTO|UPDATE|,)$/.test(tokens[index - 3]?.value ?? '')
    const start = isOfDatabase ? (tokens[index - 2]?.start ?? token.start) : token.start
    return isTable || isOfDatabase || tokens[index + 1]?.text === '.' ? [{ start, end: token.end }] : []
  })
  if (uses.length === 0) return []
  const wanted = wantedColumns(tokens, name, schema)
  return best([...schema.values()], (table) => tableness(name, table, wanted)).map(({ of, sureness }) => ({
    edits: uses.map((use) => ({ ...use, text: plainOr(of.name) })),
    why: `took \`${name}\` for the table \`${of.name}\``,
    sureness,
  }))
}

/** A name with blanks stands in quotes. */
const plainOr = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** By its words, and by the columns that the statement wants of it, which alone are enough where a table has them all. */
function tableness(name: string, table: SqlTable, wanted: string[]): number {
  if (isSame(table.name, name)) return 0.9
  const alike = alikeness(name, table.name)
  if (alike >= 0.95 || wanted.length === 0) return alike
  const had = wanted.filter((column) => table.columns.some((own) => alikeness(column, own, table.name) >= 0.9)).length
  const share = had / wanted.length
  return alike > 0 ? alike * (0.6 + 0.4 * share) : share === 1 ? (wanted.length > 1 ? 0.5 : 0.35) : 0
}

function columns(fault: SqlFault, unknown: UnknownName, schema: SqlSchema): Proposal[] {
  const { tokens } = fault.statement
  const uses = usesIn(tokens, unknown, schema)
  const [first] = uses
  if (!first) return []
  return [
    ...countedRows(tokens, uses),
    ...joinCondition(fault, uses, schema),
    ...elsewhere(uses, unknown),
    ...renamed(uses, unknown),
    ...joinFor({ fault, uses, name: unknown.name, schema }),
  ]
}

/** `COUNT(likes) FROM likes` counts rows. */
function countedRows(tokens: SqlToken[], uses: NameUse[]): Proposal[] {
  const counted = uses.filter(({ token, index, scope, qualified }) => {
    const isCounted =
      tokens[index - 1]?.text === '(' && tokens[index - 2]?.value === 'COUNT' && tokens[index + 1]?.text === ')'
    return isCounted && !qualified && scope.sources.some(({ table }) => alikeness(nameOf(token), table) >= 0.9)
  })
  if (counted.length === 0 || counted.length < uses.length) return []
  const edits = counted.map(({ token: { start, end } }) => ({ start, end, text: '*' }))
  return [{ edits, why: 'counted the rows of the table', sureness: 0.97 }]
}

/** The column is there, behind another alias of the same query. */
function elsewhere(uses: NameUse[], { name, qualifier }: UnknownName): Proposal[] {
  const [first] = uses
  if (!first || qualifier === undefined) return []
  const owners = first.scope.sources.filter(({ columns: own }) => own.some((column) => isSame(column, name)))
  return owners.map(({ alias }, index) => ({
    edits: uses.flatMap(({ qualified }) =>
      qualified ? [{ start: qualified.start, end: qualified.end, text: alias }] : [],
    ),
    why: `took \`${name}\` from \`${alias}\`, which has it`,
    sureness: 0.9 / owners.length - 0.1 * index,
  }))
}

/** A column of a queried table whose words say the same. */
function renamed(uses: NameUse[], { name, qualifier }: UnknownName): Proposal[] {
  const sources = uses[0]?.scope.sources ?? []
  const own = sources.filter(
    ({ alias, table }) => qualifier === undefined || isSame(alias, qualifier) || isSame(table, qualifier),
  )
  const candidates = (own.length > 0 ? own : sources).flatMap(({ columns: names, table }) =>
    names.map((column) => ({ column, table })),
  )
  return best(candidates, ({ column, table }) => alikeness(name, column, table)).map(({ of, sureness }) => ({
    edits: uses.map(({ token }) => ({ start: token.start, end: token.end, text: plainOr(of.column) })),
    why: `took \`${name}\` for the column \`${of.column}\` of \`${of.table}\``,
    sureness,
  }))
}

/** Those that are alike, the likeliest first; two that are equally likely are less sure. */
function best<T>(all: T[], judge: (one: T) => number): { of: T; sureness: number }[] {
  const judged = all.map((of) => ({ of, sureness: judge(of) })).filter(({ sureness }) => sureness > 0.3)
  judged.sort((one, other) => other.sureness - one.sureness)
  const top = judged[0]?.sureness ?? 0
  const rivals = judged.filter(({ sureness }) => sureness > top - 0.01).length
  return judged.slice(0, 3).map(({ of, sureness }, index) => ({ of, sureness: sureness / rivals - 0.02 * index }))
}

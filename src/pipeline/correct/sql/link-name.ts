import type { Proposal } from '../strategy.ts'
import { alikeness } from './alike-words.ts'
import { joinCondition } from './join-condition.ts'
import { joinFor } from './join-for.ts'
import type { UnknownName } from './name-faults.ts'
import { isSame, nameOf, type SqlFault } from './sql-fault.ts'
import type { SqlSchema } from './sql-schema.ts'
import { type NameUse, usesIn } from './unresolved-uses.ts'

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
  return best([...schema.values()], (table) => (isSame(table.name, name) ? 0.95 : alikeness(name, table.name))).map(
    ({ of, sureness }) => ({
      edits: uses.map((use) => ({ ...use, text: of.name })),
      why: `took \`${name}\` for the table \`${of.name}\``,
      sureness,
    }),
  )
}

function columns(fault: SqlFault, unknown: UnknownName, schema: SqlSchema): Proposal[] {
  const { tokens } = fault.statement
  const uses = usesIn(tokens, unknown, schema)
  const [first] = uses
  if (!first) return []
  return [
    ...joinCondition(fault, uses, schema),
    ...elsewhere(uses, unknown),
    ...renamed(uses, unknown),
    ...joinFor({ fault, uses, name: unknown.name, schema }),
  ]
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
    edits: uses.map(({ token }) => ({ start: token.start, end: token.end, text: of.column })),
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

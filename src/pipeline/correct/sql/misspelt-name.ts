import { FUNCTIONS, isKeyword } from '../../../language/sql/keywords.ts'
import { distanceOf, likelyNames } from '../likely-names.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { isSlip, isStyle } from './alike-words.ts'
import { dialectCalls } from './dialect-calls.ts'
import { type UnknownName, unknownName } from './name-faults.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'
import { type SqlSchema, schemaOf } from './sql-schema.ts'
import { type SqlSource, sourcesOf } from './sql-sources.ts'
import { usesIn } from './unresolved-uses.ts'

/** Takes names from the program's own statements: those it creates, selects and uses as aliases. */
export const misspeltName: Strategy = {
  id: 'sql/misspelt-name',
  languages: SQL_LANGUAGES,
  title: 'Replaces an unknown table, column, alias or function by the one that is named almost so',
  answers: ['SqlError'],
  prior: 0.92,
  propose(given) {
    const fault = readFault(given)
    const unknown = fault && unknownName(fault.message)
    if (!fault || !unknown) return []
    const schema = schemaOf(statementsOf(fault.tokens), fault.tables)
    const names = likelyNames(unknown.name, candidatesFor(fault, unknown, schema))
    const proposals = (isBetween(unknown.name, names) ? [] : names)
      .filter(({ name }) => isMeant(fault, unknown, name))
      .flatMap(({ name, sureness }) => replaceUses({ fault, unknown, name, sureness }))
    return [...proposals, ...mendQualifier(fault, unknown, schema), ...mendDeclaration(fault, unknown, schema)]
      .sort((one, other) => other.sureness - one.sureness)
      .slice(0, 5)
  },
}

/** One letter away from two names of three letters, such as `IDG` from `ID` and `IGG`: neither is surely meant. */
const isBetween = (wrong: string, [first, second]: { name: string }[]): boolean =>
  wrong.length <= 3 &&
  first !== undefined &&
  second !== undefined &&
  distanceOf(wrong.toLowerCase(), second.name.toLowerCase(), 2) <= 1

/**
 * Other words for the same thing, or the same words in another style, are no slip of the hand: the author guessed at the schema. One who writes
 * the name rightly beside it knows it.
 */
function isMeant({ statement, code, language }: SqlFault, { kind, name: wrong }: UnknownName, name: string): boolean {
  const { tokens } = statement
  // Functions of databases are named alike: `datediff` is no `datetime`, and `len` no `ln`.
  if (kind === 'function' && dialectCalls(code, tokens, language).some(({ start }) => isAt(tokens, start, wrong)))
    return false
  if (kind === 'function') return distanceOf(wrong.toLowerCase(), name.toLowerCase(), 3) <= (wrong.length <= 4 ? 1 : 2)
  return isSlip(wrong, name) || (isStyle(wrong, name) && tokens.some((token) => isSame(nameOf(token), name)))
}

const isAt = (tokens: SqlToken[], start: number, name: string): boolean =>
  tokens.some((token) => token.start === start && isSame(nameOf(token), name))

function candidatesFor({ statement, language, tokens }: SqlFault, unknown: UnknownName, schema: SqlSchema): string[] {
  if (unknown.kind === 'function') return [...(FUNCTIONS.get(language) ?? [])]
  if (unknown.kind === 'table') return [...schema.values()].map(({ name }) => name)
  const [use] = unknown.kind === 'column' ? usesIn(statement.tokens, unknown, schema) : []
  // A column of a query around this one runs too, and is the same in every row.
  const own = use?.scope.sources.some(({ columns }) => columns.length > 0) ? use.scope.sources : undefined
  const sources = own ?? sourcesOf(statement.tokens, schema)
  if (unknown.kind === 'source') return sources.map(({ alias }) => alias)
  const owners = sources.filter(
    ({ alias, table }) => isSame(alias, unknown.qualifier ?? '') || isSame(table, unknown.qualifier ?? ''),
  )
  const owned = owners.flatMap(({ columns }) => columns)
  if (owned.length > 0) return owned
  // The name before the point is the wrong one.
  if (unknown.qualifier !== undefined && owners.length === 0) return []
  const aliases = statement.tokens.flatMap((token, index) =>
    statement.tokens[index - 1]?.value === 'AS' ? [nameOf(token)] : [],
  )
  const near = [...sources.flatMap(({ columns }) => columns), ...aliases].filter((name) => name !== '')
  // The program did not create the table, so the words of its statements are the only candidates.
  return near.length > 0
    ? near
    : [...new Set(tokens.filter(({ kind, value }) => kind === 'word' && !isKeyword(value)).map(({ text }) => text))]
}

interface Replacement {
  fault: SqlFault
  unknown: UnknownName
  name: string
  sureness: number
}

function replaceUses({ fault, unknown, name, sureness }: Replacement): Proposal[] {
  const { tokens } = fault.statement
  const uses = tokens.filter((token, index) => isUse(tokens, token, index, unknown))
  if (uses.length === 0) return []
  const text =
    unknown.kind === 'function' && uses.every((token) => token.text === token.text.toUpperCase())
      ? name.toUpperCase()
      : name
  return [
    { edits: uses.map((token) => renamed(token, text)), why: `replaced \`${unknown.name}\` by \`${text}\``, sureness },
  ]
}

function isUse(tokens: SqlToken[], token: SqlToken, index: number, { kind, name, qualifier }: UnknownName): boolean {
  if (!isSame(nameOf(token), name)) return false
  const isCalled = tokens[index + 1]?.text === '('
  if (kind === 'function') return isCalled
  if (kind === 'source') return tokens[index + 1]?.text === '.'
  if (kind === 'table' && (tokens[index - 1]?.text === '.' || !isTablePlace(tokens, index))) return false
  const before = tokens[index - 1]?.text === '.' ? nameOf(tokens[index - 2]) : undefined
  return kind !== 'column' || before === undefined || qualifier === undefined || isSame(before, qualifier)
}

/** Whether a table is named here: behind FROM and its kind, or before a point. */
const isTablePlace = (tokens: SqlToken[], index: number): boolean =>
  tokens[index + 1]?.text === '.' ||
  /^(?:FROM|JOIN|INTO|UPDATE|TABLE|REFERENCES|ON|,|EXISTS|VIEW)$/.test(tokens[index - 1]?.value ?? '')

const renamed = ({ start, end, kind, text }: SqlToken, name: string) => ({
  start,
  end,
  text: kind === 'name' ? `${text[0]}${name}${text.at(-1)}` : name,
})

/** `x.status` without a source called `x`: the source that was meant has the column. */
function mendQualifier(
  { statement: { tokens } }: SqlFault,
  { kind, name, qualifier }: UnknownName,
  schema: SqlSchema,
): Proposal[] {
  const wrong = kind === 'source' ? name : kind === 'column' ? qualifier : undefined
  const sources = sourcesOf(tokens, schema)
  if (wrong === undefined || sources.some(({ alias }) => isSame(alias, wrong))) return []
  // A table that the query does not read is missing there: another one is not meant.
  const isTable = [...schema.values()].some((table) => isSame(table.name, wrong))
  if (isTable && !sources.some(({ table }) => isSame(table, wrong))) return []
  const uses = tokens.flatMap((token, index) =>
    isSame(nameOf(token), wrong) && tokens[index + 1]?.text === '.'
      ? [{ token, column: nameOf(tokens[index + 2]) }]
      : [],
  )
  const hasAll = (columns: string[]) => uses.every(({ column }) => columns.some((one) => isSame(one, column)))
  const nameless = sources.filter(
    ({ alias, table, columns }) => alias === table && hasAll(columns) && wrong.length <= 4,
  )
  const fitting = sources.filter(({ table, columns }) => isSame(table, wrong) || hasAll(columns))
  const replacedBy = fitting.map(({ alias, table }, index): Proposal => {
    const isNear = wrong.length > 1 && distanceOf(alias.toLowerCase(), wrong.toLowerCase(), 1) <= 1
    const sureness = isSame(table, wrong) ? 0.97 : isNear ? 0.95 : 0.85 / fitting.length - 0.1 * index
    const why = `replaced \`${wrong}\` by \`${alias}\`, which the statement knows`
    return { edits: uses.map(({ token }) => renamed(token, alias)), why, sureness: Math.max(0.1, sureness) }
  })
  return uses.length > 0 ? [...nameless.map((source) => called(source, wrong)), ...replacedBy] : []
}

/** `JOIN accounts ON b.id = …`: the table lost its alias. */
const called = ({ token, table }: SqlSource, alias: string): Proposal => ({
  edits: [{ start: token.end, end: token.end, text: ` ${alias}` }],
  why: `called \`${table}\` \`${alias}\`, as the statement does elsewhere`,
  sureness: 0.93,
})

/** A name that is unknown in every use was misspelt once, in its declaration. */
function mendDeclaration({ tokens }: SqlFault, { kind, name }: UnknownName, schema: SqlSchema): Proposal[] {
  if (kind !== 'table' && kind !== 'column') return []
  // The query is changed rather than the schema, unless several statements agree about the name, which nothing declares.
  const uses = statementsOf(tokens).filter(
    (one) => one.tokens[0]?.value !== 'CREATE' && one.tokens.some((token) => isSame(nameOf(token), name)),
  ).length
  const isDeclared = [...schema.values()].some(({ declared }) => declared.some((token) => isSame(nameOf(token), name)))
  if (isDeclared) return []
  const declared = [...schema.values()].flatMap((table) =>
    kind === 'table' ? table.declared.slice(0, 1) : table.declared.slice(1),
  )
  const [near] = likelyNames(name, declared.map(nameOf))
  const token = declared.find((one) => near && nameOf(one) === near.name)
  if (!near || !token || uses < 2) return []
  if (tokens.filter((one) => isSame(nameOf(one), near.name)).length > 1) return []
  return [
    {
      edits: [renamed(token, name)],
      why: `corrected \`${near.name}\`, where it is made, to \`${name}\``,
      sureness: 0.97,
    },
  ]
}

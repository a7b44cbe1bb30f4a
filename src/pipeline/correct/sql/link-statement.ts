import { isKeyword } from '../../../language/sql/keywords.ts'
import { applyEdits } from '../../apply-edits.ts'
import type { Proposal } from '../strategy.ts'
import { linkName } from './link-name.ts'
import type { UnknownName } from './name-faults.ts'
import { readSql, type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, nameOf, type SqlFault } from './sql-fault.ts'
import { type SqlSchema, schemaOf } from './sql-schema.ts'
import { sourcesOf } from './sql-sources.ts'

/** A statement in which more names are unknown than these was not written for this schema. */
const MOST_NAMES = 8
const AHEAD = 1.02

/**
 * A database tells of one unknown name at a time. Where the first one is tied to the schema, all others of the statement are, each in the
 * likeliest way, and all of it is one change.
 */
export function linkStatement(
  fault: SqlFault,
  first: readonly Proposal[],
  isGood: (proposal: Proposal) => boolean = () => true,
): Proposal[] {
  return first.slice(0, 2).flatMap((proposal): Proposal[] => {
    const whys: string[] = []
    let next: Proposal | undefined = proposal
    let at: SqlFault | undefined = fault
    while (at && next) {
      whys.push(next.why)
      at = changedBy(at, next)
      const unknown: UnknownName | undefined = at && unknownIn(at)
      // The first change alone leaves a name unknown, and cannot run.
      const sureness = Math.min(1, proposal.sureness * AHEAD)
      if (at && !unknown) return whys.length > 1 ? [whole({ fault, at, whys, sureness })] : []
      next = at && unknown && whys.length < MOST_NAMES ? linkName(at, unknown, schemaIn(at)).find(isGood) : undefined
    }
    return []
  })
}

const schemaIn = ({ tokens, tables }: SqlFault): SqlSchema => schemaOf(statementsOf(tokens), tables)

/** The fault as the program has it after a change of the failing statement. */
function changedBy(fault: SqlFault, { edits }: Proposal): SqlFault | undefined {
  const code = applyEdits(fault.code, edits)
  if (code === undefined) return undefined
  const tokens = readSql(code, fault.language)
  const statement = statementsOf(tokens).find(({ start }) => start === fault.statement.start)
  return statement && { ...fault, code, tokens, statement, at: statement.start, index: 0 }
}

interface Whole {
  fault: SqlFault
  at: SqlFault
  whys: string[]
  sureness: number
}

function whole({ fault: { statement: old }, at: { code, statement }, whys, sureness }: Whole): Proposal {
  const text = code.slice(statement.start, statement.end)
  return { edits: [{ start: old.start, end: old.end, text }], why: whys.join('; '), sureness }
}

/** The first name of a statement that nothing in the schema has. */
function unknownIn(fault: SqlFault): UnknownName | undefined {
  const { tokens } = fault.statement
  const schema = schemaIn(fault)
  const sources = sourcesOf(tokens, schema)
  const stranger = sources.find(({ table }) => !schema.has(table.toLowerCase()))
  if (stranger) return { kind: 'table', name: stranger.table }
  const named = new Set(tokens.flatMap((_, index) => givenAt(tokens, index)).map((name) => name.toLowerCase()))
  for (const [index, token] of tokens.entries()) {
    const name = nameOf(token)
    const isPlain = token.kind === 'name' || (token.kind === 'word' && !isKeyword(token.value))
    if (!isPlain || /^[.(]$/.test(tokens[index + 1]?.text ?? '')) continue
    const isOfSource = sources.some(({ token: own, alias }) => own === token || isSame(alias, name))
    if (isOfSource) continue
    const qualifier = tokens[index - 1]?.text === '.' ? nameOf(tokens[index - 2]) : undefined
    const owners = sources.filter(
      ({ alias, table }) => qualifier === undefined || isSame(alias, qualifier) || isSame(table, qualifier),
    )
    const isKnown = owners.length === 0 || owners.some(({ columns }) => columns.some((column) => isSame(column, name)))
    if (isKnown || (qualifier === undefined && named.has(name.toLowerCase()))) continue
    return { kind: 'column', name, ...(qualifier !== undefined && { qualifier }) }
  }
  return undefined
}

/** A name that the statement gives at this place: behind AS, or behind a value without a word between them. */
function givenAt(tokens: SqlToken[], index: number): string[] {
  const name = nameOf(tokens[index])
  const before = tokens[index - 1]
  if (name === '' || !before || (tokens[index]?.kind === 'word' && isKeyword(name.toUpperCase()))) return []
  const isBehindValue = before.text === ')' || (nameOf(before) !== '' && !isKeyword(before.value))
  return before.value === 'AS' || isBehindValue ? [name] : []
}

/** The unknown name in a database's error message. */
export interface UnknownName {
  kind: 'table' | 'column' | 'function' | 'source'
  name: string
  /** The table or alias before the name. */
  qualifier?: string
}

const TABLE = [
  /no such table: (?:\w+\.)?(\S+)/,
  /(?<!of )relation "([^"]+)" does not exist/,
  /Table with name (\S+) does not exist/,
  /no such view: (\S+)/,
]
const SOURCE = [
  /missing FROM-clause entry for table "([^"]+)"/,
  /invalid reference to FROM-clause entry for table "([^"]+)"/,
  /Referenced table "([^"]+)" not found/,
]
const FUNCTION = [
  /no such function: (\S+)/,
  /function ([\w.]+)\(.*\) does not exist/,
  /(?:Scalar|Aggregate|Table|Macro) Function with name "?([\w.]+)"? does not exist/,
  /Function with name "?([\w.]+)"? does not exist/,
]
const COLUMN = [
  /no such column: ("[^"]+"|\S+)/,
  /has no column named (\S+)/,
  /column "([^"]+)" of relation "[^"]+" does not exist/,
  /column "([^"]+)" (?:referenced in foreign key constraint )?does not exist/,
  /column "?([\w.]+)"? does not exist/,
  /Referenced column "([^"]+)" (?:was )?not found/,
  /does not have a column (?:named|with name) "([^"]+)"/,
  /column named (?:in key )?"([^"]+)"/,
  /unknown column "([^"]+)"/,
  /Referenced update column (\S+) not found/,
]

export function unknownName(message: string): UnknownName | undefined {
  const text = message.slice(0, 2_000)
  const first = (patterns: RegExp[]) =>
    patterns.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined)
  const table = first(TABLE)
  if (table) return { kind: 'table', name: table }
  const source = first(SOURCE)
  if (source) return { kind: 'source', name: source }
  const called = first(FUNCTION)
  if (called) return { kind: 'function', name: called }
  const column = first(COLUMN)
  if (!column) return undefined
  const bare = column.replace(/^"|"$/g, '')
  const parts = bare.split('.')
  const owner = /Table "([^"]+)" does not have a column/.exec(text)?.[1] ?? parts.at(-2)
  return { kind: 'column', name: parts.at(-1) ?? bare, ...(owner && { qualifier: owner }) }
}

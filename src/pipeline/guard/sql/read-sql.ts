import { DIALECTS, POSTGRES } from '../../../language/sql/inside/dialect.ts'
import type { Token } from '../../../language/sql/inside/read-tokens.ts'
import { splitStatements } from '../../../language/sql/inside/split-statements.ts'

export interface SqlProgram {
  source: string
  statements: SqlStatement[]
  /** Tables that the program creates itself, by their names without schema and quotes. */
  ownTables: Set<string>
  /** Databases and schemas that it creates, as `schema name`. */
  ownPlaces: Set<string>
  /** Whether the program builds text in a variable, as for a statement that is run later. */
  buildsText: boolean
}

export interface SqlStatement {
  start: number
  end: number
  tokens: Token[]
  /** Whether the statement stands in the body of a function or block. */
  isInner: boolean
  /** The tokens in lower case; quoted text keeps its form. */
  words: string[]
}

const DEEPEST = 3

/** The statements of a program, including those in the bodies of functions and blocks. */
export function readSql(source: string, language: string): SqlProgram {
  const dialect = DIALECTS[language] ?? POSTGRES
  const statements: SqlStatement[] = []
  const add = (text: string, offset: number, depth: number) => {
    for (const { tokens } of splitStatements(text, dialect)) {
      statements.push({ ...statementOf(tokens, offset), isInner: depth > 0 })
      for (const token of tokens) {
        const [tag] = /^\$\w*\$/.exec(token.text) ?? []
        if (token.kind !== 'quoted' || tag === undefined || depth >= DEEPEST) continue
        const body = token.text.slice(tag.length, token.text.endsWith(tag) ? -tag.length : undefined)
        add(body, offset + token.start + tag.length, depth + 1)
      }
    }
  }
  add(source, 0, 0)
  const made = statements.filter(({ words }) => words[0] === 'create')
  return {
    source,
    statements,
    ownTables: new Set(statements.flatMap(madeTable)),
    ownPlaces: new Set(made.map(({ words }) => `${words[1]} ${tableAt(words, 2)}`)),
    buildsText: statements.some(isBuilding),
  }
}

/** `set @q = 'select …' + @name`, `declare @q text = …`, `q := 'select …' || name`. */
function isBuilding({ words }: SqlStatement): boolean {
  const declared = words.indexOf('declare')
  const at = words.findIndex(
    (word, place) =>
      word === '=' && (words[place - 1] === ':' || words[place - 2] === '@' || (declared >= 0 && place > declared)),
  )
  const rest = words.slice(at + 1, at + 200)
  return at > 0 && rest.some((word) => /^n?'/i.test(word)) && rest.some((word) => ['+', '|', 'concat'].includes(word))
}

function statementOf(tokens: Token[], offset: number): Omit<SqlStatement, 'isInner'> {
  const moved = offset === 0 ? tokens : tokens.map((token) => ({ ...token, start: token.start + offset }))
  const own = withoutBlock(moved.filter(({ text }) => text !== ';'))
  const [first] = own
  const last = own.at(-1)
  return {
    start: first?.start ?? offset,
    end: last ? last.start + last.text.length : offset,
    tokens: own,
    words: own.map(({ kind, text }) => (kind === 'quoted' ? text : text.toLowerCase())),
  }
}

const BLOCKS = new Set('begin if else elsif loop while for when declare exception'.split(' '))
const OPENERS = new Set(['begin', 'then', 'else', 'loop'])
const STARTERS = new Set('drop delete update truncate execute grant alter insert create copy perform select'.split(' '))

/** The second half of `if x then drop table y` is a statement like any other. */
function withoutBlock(tokens: Token[]): Token[] {
  if (!BLOCKS.has(tokens[0]?.text.toLowerCase() ?? '')) return tokens
  const at = tokens.findIndex(
    ({ text }, place) => STARTERS.has(text.toLowerCase()) && OPENERS.has(tokens[place - 1]?.text.toLowerCase() ?? ''),
  )
  return at < 0 ? tokens : tokens.slice(at)
}

function madeTable({ words }: SqlStatement): string[] {
  if (words[0] !== 'create') return []
  const at = words.indexOf('table')
  return at < 0 || at > 3 ? [] : [tableAt(words, at + 1)]
}

const FILLERS = new Set(['if', 'not', 'exists', 'only', 'table', 'concurrently'])

/** The name at an index, without its schema and its quotes. */
export function tableAt(words: string[], place: number): string {
  let at = place
  while (FILLERS.has(words[at] ?? '')) at++
  while (words[at + 1] === '.') at += 2
  return unquoted(words[at] ?? '')
}

export function unquoted(word: string): string {
  const [first] = word
  return first === '"' || first === '`' || first === '[' || first === "'" ? word.slice(1, -1).toLowerCase() : word
}

import type { Spot } from '../../rule.ts'
import type { SqlProgram, SqlStatement } from '../read-sql.ts'
import { byStatement, calls, placeOf, type SqlRule, type Verdict } from './by-statement.ts'
import { isTautology } from './is-always-true.ts'

export const injection: SqlRule[] = [
  {
    id: 'sql/tautology',
    family: 'sql',
    severity: 'high',
    title: 'Has an OR with a condition that is always true',
    why: 'It makes every other condition void: the mark of text that was injected to get past a check.',
    remedy: 'Take the condition out, and hand values over as parameters.',
    cwe: [89],
    find: byStatement(({ words }) => {
      const from = words.findIndex((word) => word === 'where' || word === 'having' || word === 'on')
      return (
        from >= 0 &&
        words.some(
          (word, at) =>
            at > from && (word === 'or' || isDoubleBar(words, at)) && isTautology(conditionAt(words, at + 1)),
        )
      )
    }),
  },
  {
    id: 'sql/union-with-catalogue',
    family: 'sql',
    severity: 'high',
    title: 'Adds rows of another table that holds accounts or the shape of the database',
    why: 'A UNION with other tables is how injected text reads what it was not asked for.',
    remedy: 'Read that table in a query of its own, with the rights for it.',
    cwe: [89, 200],
    find: byStatement(({ words }) => {
      const at = words.findIndex((word, place) => word === 'union' && place > 0)
      if (at < 0) return false
      const rest = words.slice(at, at + 60)
      const isCatalogue = rest.some((word) => CATALOGUE.test(word))
      const nulls = rest.filter((word) => word === 'null').length
      const isPadded = nulls >= 2 && !words.slice(0, at).includes('null') && words.slice(0, at).includes('where')
      const isVersion =
        rest.some((word) => word === 'version' || word === '@@version' || word === 'current_user') &&
        words.slice(0, at).includes('where')
      return (
        isCatalogue ||
        isPadded ||
        isVersion ||
        (rest.some((word) => SECRET_COLUMN.test(word)) && !words.slice(0, at).some((word) => SECRET_COLUMN.test(word)))
      )
    }),
  },
  {
    id: 'sql/injected-text',
    family: 'sql',
    severity: 'high',
    title: 'Ends a string, adds a statement and hides the rest behind a comment',
    why: 'That is the form of text that was injected into a query.',
    remedy: 'Hand values over as parameters.',
    cwe: [89],
    find: findInjected,
  },
  {
    id: 'sql/run-built-text',
    family: 'sql',
    severity: 'high',
    title: 'Runs a statement that is put together from pieces',
    why: 'A quote in one of the pieces ends the string, and the rest of it is run.',
    remedy: 'Hand values over with USING, and names with format(… %I) or quote_ident.',
    cwe: [89],
    find: byStatement(ranBuiltText),
  },
  {
    id: 'sql/hole-in-quotes',
    family: 'sql',
    severity: 'medium',
    title: 'Has a place in quotes for text that is put in later',
    why: 'A quote in that text ends the string, and the rest of it is run.',
    remedy: 'Use a parameter, without quotes around it.',
    cwe: [89],
    find: byStatement(({ tokens }) => {
      const hole = tokens.find(({ kind, text }) => kind === 'quoted' && HOLE.test(text))
      return hole && { start: hole.start, end: hole.start + hole.text.length }
    }),
  },
]

/** Text that was made to stand inside of a query's string, on its own. */
const PAYLOAD = /^[^'"\n;]{0,60}['"]\s{0,5}(?:;|\)|or\b|and\b|union\b|having\b|--)/i
const STATEMENT =
  /^\s{0,50}(?:select|insert|update|delete|create|with|drop|alter|set|pragma|begin|exec|call|grant|copy)\b/i

function* findInjected({ source, statements }: SqlProgram): Iterable<Spot> {
  const text = source.trim()
  if (PAYLOAD.test(text) && !STATEMENT.test(text) && /--|;|#|\/\*/.test(text)) yield { start: 0, end: source.length }
  for (const statement of statements) {
    const { start, end } = statement
    const after = source.slice(end, end + 40)
    const before = source.slice(Math.max(0, start - 6), start)
    const isCutOff = /^\s{0,5};?\s{0,5}(?:--|#)\s{0,3}['"]/.test(after)
    const isAdded = /'\s{0,3};\s{0,3}$/.test(before) && /^\s{0,5};?\s{0,5}--\s{0,5}(?:$|\n)/.test(after)
    const at = calls(statement, TELLING)
    const isTelling = at >= 0 && statement.words.indexOf('select', at) > 0
    if (isCutOff || isAdded || isTelling) yield { start, end }
  }
}

/** Functions with errors that reveal the result of an inner query. */
const TELLING = new Set(['extractvalue', 'updatexml'])

const HOLE =
  /^'%?(?:\$\{[^'{}]{1,80}\}|\{[\w.[\]]{1,80}\}|#\{[^'{}]{1,80}\}|\{\{[^'{}]{1,80}\}\}|%s|"\s?[+.]\s?\$?[\w.]{1,80}\s?[+.]\s?")%?'$/
const CATALOGUE =
  /^(?:information_schema|pg_shadow|pg_authid|pg_user|pg_catalog|pg_tables|mysql|sqlite_master|sqlite_schema|sys|sysobjects|syscolumns|all_tables)$/
export const SECRET_COLUMN =
  /^"?(?:passw(?:or)?d\w*|pwd|passwd|password_hash|secret\w*|api_?key|credit_?card\w*|card_number|ssn|cvv|token)"?$/

const isDoubleBar = (words: string[], at: number): boolean => words[at] === '|' && words[at - 1] === '|'

function conditionAt(words: string[], from: number): string[] {
  const found: string[] = []
  for (let at = from; at < words.length && found.length < 5; at++) {
    const word = words[at] ?? ''
    if (word === '(' && found.length === 0) continue
    if ([')', 'and', 'or', 'limit', 'order', 'union', 'group'].includes(word)) break
    found.push(word)
  }
  return found
}

/** `exec(@sql)`, `exec sp_executesql @sql`, and in a body `execute query`: the text comes from elsewhere. */
function runsVariable({ words, isInner }: SqlStatement, at: number): boolean {
  const rest = words.slice(at + 1).filter((word) => word !== '(' && word !== ')')
  if (rest[0] === '@' || (rest[0] === 'sp_executesql' && rest[1] === '@')) return true
  const isBody = isInner || ['begin', 'then', 'loop', 'query'].includes(words[at - 1] ?? '')
  return isBody && /^[a-z_]\w*$/.test(rest[0] ?? '') && (rest.length === 1 || rest[1] === 'using' || rest[1] === 'into')
}

const isQuotedWell = ({ source }: SqlProgram): boolean => /\bquote_(?:ident|literal)\b|\bformat\s?\(/i.test(source)

const BUILDERS = new Set(['concat', 'concat_ws', 'replace', 'format', 'printf'])

function ranBuiltText(statement: SqlStatement, program: SqlProgram): Verdict {
  const { words } = statement
  const at = words.findIndex((word) => ['execute', 'exec', 'sp_executesql', 'immediate'].includes(word))
  const prepared = placeOf(words, 'prepare * from')
  if (at < 0) return prepared >= 0 && (program.buildsText || calls(statement, BUILDERS) > prepared)
  if (
    ['function', 'procedure', 'on', 'grant', 'revoke'].some((word) => words[at + 1] === word || words[at - 1] === word)
  )
    return false
  const rest = words.slice(at + 1, at + 200)
  if (runsVariable(statement, at))
    return program.buildsText || statement.isInner ? (isQuotedWell(program) ? 'low' : true) : 'medium'
  const isJoined = rest.some(
    (word, place) =>
      (word === '|' && rest[place + 1] === '|') || (word === '+' && rest.some((other) => /^n?'/i.test(other))),
  )
  const formats = rest[0] === 'format' || rest[1] === 'format' ? rest.find((word) => word.startsWith("'")) : undefined
  if (formats !== undefined) return /%(?:\d\$)?s/.test(formats) && 'high'
  if (isJoined) return rest.some((word) => word === 'quote_ident' || word === 'quote_literal') ? 'low' : true
  return calls({ ...statement, words: rest }, BUILDERS) >= 0
}

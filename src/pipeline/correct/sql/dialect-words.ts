import type { Edit } from '../strategy.ts'
import { intervalOf } from './date-parts.ts'
import { likeOf } from './like-of.ts'
import type { SqlToken } from './read-sql.ts'
import { itemsOf } from './sql-schema.ts'
import { movedBy } from './sqlite-dates.ts'

const SQLITE_WORDS = new Map([
  ['ILIKE', 'LIKE'],
  ['MINUS', 'EXCEPT'],
  ['DIV', '/'],
  ['&&', 'AND'],
  ['<=>', 'IS'],
])

/** Translates words, casts and quotes of other databases. */
export function dialectWords(code: string, tokens: SqlToken[], language: string): Edit[] {
  return language === 'sql'
    ? [
        ...words(tokens),
        ...casts(code, tokens),
        ...intervals(code, tokens),
        ...comparisons(tokens),
        ...patterns(code, tokens),
        ...marked(tokens),
      ]
    : quotes(code, tokens)
}

function words(tokens: SqlToken[]): Edit[] {
  return tokens.flatMap(({ kind, value, start, end }, index): Edit[] => {
    const better = kind === 'word' || kind === 'symbol' ? SQLITE_WORDS.get(value) : undefined
    const isMinus = value !== 'MINUS' || /^(?:SELECT|ALL)$/.test(tokens[index + 1]?.value ?? '')
    return better && isMinus ? [{ start, end, text: better }] : []
  })
}

/** The greatest or the least of a query stands for all or any of it. */
const EXTREMES = new Map([
  ['> ALL', 'MAX'],
  ['>= ALL', 'MAX'],
  ['< ALL', 'MIN'],
  ['<= ALL', 'MIN'],
  ['> ANY', 'MIN'],
  ['>= ANY', 'MIN'],
  ['< ANY', 'MAX'],
  ['<= ANY', 'MAX'],
])
const LISTS = new Map([
  ['= ANY', 'IN'],
  ['<> ALL', 'NOT IN'],
  ['!= ALL', 'NOT IN'],
])

/** `a > ALL (SELECT b FROM c)` → `a > (SELECT MAX(b) FROM c)`, `a = ANY (SELECT b …)` → `a IN (SELECT b …)`. */
function comparisons(tokens: SqlToken[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const [sign, open, select] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    if (!/^(?:ALL|ANY|SOME)$/.test(token.value) || open?.text !== '(' || select?.value !== 'SELECT' || !sign) return []
    const said = `${sign.text} ${token.value === 'SOME' ? 'ANY' : token.value}`
    const list = LISTS.get(said)
    if (list) return [{ start: sign.start, end: token.end, text: list }]
    const extreme = EXTREMES.get(said)
    const [item, ...others] = itemsOf(tokens, index + 2)
    const [first, last] = [item?.[0], item?.at(-1)]
    const isPlain = item?.every(({ text, value }) => text !== '(' && text !== '*' && value !== 'DISTINCT') === true
    if (!extreme || others.length > 0 || !first || !last || !isPlain) return []
    return [
      { start: token.start, end: open.start, text: '' },
      { start: first.start, end: first.start, text: `${extreme}(` },
      { start: last.end, end: last.end, text: ')' },
    ]
  })
}

/** `name REGEXP '^A'` and `name ~ '^A'`, where LIKE says the same. */
function patterns(code: string, tokens: SqlToken[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const isPattern =
      /^(?:REGEXP|RLIKE)$/.test(token.value) || (token.text === '~' && tokens[index - 1]?.kind !== 'symbol')
    const text = isPattern ? tokens[index + (tokens[index + 1]?.text === '*' ? 2 : 1)] : undefined
    if (text?.kind !== 'string') return []
    const isNot = tokens[index - 1]?.value === 'NOT'
    const last = index - (isNot ? 2 : 1)
    const start = tokens[operandStart(tokens, last)]?.start
    const like = start === undefined ? undefined : likeOf(code.slice(start, tokens[last]?.end), text.text)
    if (start === undefined || like === undefined) return []
    return [{ start, end: text.end, text: isNot ? like.replace(' LIKE ', ' NOT LIKE ') : like }]
  })
}

/** `DATE '2024-01-02'` and `N'text'` are texts; hints about locks say nothing about the rows. */
function marked(tokens: SqlToken[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const [next, behind, close] = tokens.slice(index + 1, index + 4)
    const isLiteral = /^(?:DATE|TIMESTAMP|DATETIME|TIME)$/.test(token.value) && next?.kind === 'string'
    const isNational = token.value === 'N' && next?.kind === 'string' && next.start === token.end
    if (token.kind === 'word' && next && (isLiteral || isNational))
      return [{ start: token.start, end: next.start, text: '' }]
    if (
      token.value === 'WITH' &&
      next?.text === '(' &&
      /^(?:NOLOCK|UPDLOCK|ROWLOCK|READPAST)$/.test(behind?.value ?? '')
    )
      return close ? [{ start: token.start, end: close.end, text: '' }] : []
    const isLock = token.value === 'FOR' && /^(?:UPDATE|SHARE)$/.test(next?.value ?? '')
    return isLock && next && (behind === undefined || behind.text === ';')
      ? [{ start: token.start, end: next.end, text: '' }]
      : []
  })
}

/** `value::type` → `CAST(value AS type)`. */
function casts(code: string, tokens: SqlToken[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const type = tokens[index + 1]
    if (token.text !== '::' || type?.kind !== 'word') return []
    const first = operandStart(tokens, index - 1)
    const start = tokens[first]?.start
    if (start === undefined || tokens[first - 1]?.text === '::') return []
    const close =
      tokens[index + 2]?.text === '(' ? tokens.findIndex(({ text }, place) => place > index && text === ')') : -1
    const end = close === -1 ? type.end : (tokens[close]?.end ?? type.end)
    const date = /^DATE$/.test(type.value) ? 'date' : /^TIMESTAMP/.test(type.value) ? 'datetime' : undefined
    if (date)
      return [
        { start, end: start, text: `${date}(` },
        { start: token.start, end, text: ')' },
      ]
    return [
      { start, end: start, text: 'CAST(' },
      { start: token.start, end, text: ` AS ${code.slice(type.start, end)})` },
    ]
  })
}

/** Index of the first token of the value that ends at `last`. */
function operandStart(tokens: SqlToken[], last: number): number {
  let first = last
  if (tokens[last]?.text === ')') {
    const depth = tokens[last]?.depth
    first = tokens.findLastIndex(({ text, depth: own }, place) => place < last && text === '(' && own === depth)
    if (tokens[first - 1]?.kind === 'word' && tokens[first - 1]?.end === tokens[first]?.start) first -= 1
  }
  while (tokens[first - 1]?.text === '.') first -= 2
  return first
}

/** `date - INTERVAL '7 days'` → `date(date, '-7 day')`. */
function intervals(code: string, tokens: SqlToken[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const [sign, amount, unit] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    if (token.value !== 'INTERVAL' || !sign || !/^[-+]$/.test(sign.text) || !amount) return []
    const isWhole = amount.kind === 'string' && /\s/.test(amount.text.slice(1, -1))
    const last = isWhole ? amount : (unit ?? amount)
    const interval = intervalOf(code.slice(token.start, last.end).replace(/^INTERVAL\s+'(\d+)'\s/i, 'INTERVAL $1 '))
    const first = operandStart(tokens, index - 2)
    const start = tokens[first]?.start
    if (!interval || start === undefined) return []
    const date = code.slice(start, tokens[index - 2]?.end)
    const text = movedBy(date, `${sign.text}${interval.amount}`, interval.unit.toUpperCase())
    return text ? [{ start, end: last.end, text }] : []
  })
}

/** PostgreSQL and DuckDB put names between double quotes only. */
function quotes(code: string, tokens: SqlToken[]): Edit[] {
  const marks = tokens.filter(({ text }) => text === '`')
  if (marks.length % 2 === 1) return []
  return marks.flatMap((mark, index): Edit[] => {
    const other = index % 2 === 0 ? marks[index + 1] : marks[index - 1]
    const [from, to] = index % 2 === 0 ? [mark.end, other?.start] : [other?.end, mark.start]
    const isPlain = /^[a-z_]\w*$/i.test(code.slice(from, to))
    return [{ start: mark.start, end: mark.end, text: isPlain ? '' : '"' }]
  })
}

import type { Edit } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'

const SQLITE_WORDS = new Map([
  ['ILIKE', 'LIKE'],
  ['MINUS', 'EXCEPT'],
  ['DIV', '/'],
])

/** Translates words, casts and quotes of other databases. */
export function dialectWords(code: string, tokens: SqlToken[], language: string): Edit[] {
  return language === 'sql'
    ? [...words(tokens), ...casts(code, tokens), ...intervals(code, tokens)]
    : quotes(code, tokens)
}

function words(tokens: SqlToken[]): Edit[] {
  return tokens.flatMap(({ kind, value, start, end }, index): Edit[] => {
    const better = kind === 'word' ? SQLITE_WORDS.get(value) : undefined
    const isMinus = value !== 'MINUS' || /^(?:SELECT|ALL)$/.test(tokens[index + 1]?.value ?? '')
    return better && isMinus ? [{ start, end, text: better }] : []
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

/** `date - INTERVAL '7 days'` → `date(date, '-7 days')`. */
function intervals(code: string, tokens: SqlToken[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const [sign, amount, unit] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    if (token.value !== 'INTERVAL' || !sign || !/^[-+]$/.test(sign.text) || !amount) return []
    const written =
      amount.kind === 'string' && /\s/.test(amount.text.slice(1, -1))
        ? amount.text.slice(1, -1)
        : unit?.kind === 'word'
          ? `${amount.text.replaceAll("'", '')} ${unit.value.toLowerCase()}`
          : undefined
    const first = operandStart(tokens, index - 2)
    const start = tokens[first]?.start
    if (written === undefined || start === undefined || !/^\d+ [a-z]+$/i.test(written)) return []
    const last = amount.kind === 'string' && /\s/.test(amount.text) ? amount : (unit ?? amount)
    return [
      { start, end: last.end, text: `date(${code.slice(start, tokens[index - 2]?.end)}, '${sign.text}${written}')` },
    ]
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

import { lineAt } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { readSql, type SqlToken } from './read-sql.ts'
import { SQL_LANGUAGES } from './sql-fault.ts'

const LONGEST_LINE = 600
const MOST_LINES = 8

/** A lost quote turns everything behind it inside out; the line that lost it has an odd number of quotes. */
export const closeQuote: Strategy = {
  id: 'sql/close-quote',
  languages: SQL_LANGUAGES,
  title: 'Puts back a quote that is missing at the beginning or the end of a string, and doubles one inside of it',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.9,
  propose({ code, language }) {
    if (!readSql(code, language).some(isOpen) && !/['[`]/.test(code)) return []
    const proposals: Proposal[] = closeName(code, language)
    let lines = 0
    for (let start = 0; start < code.length && lines < MOST_LINES; ) {
      const { end, text } = lineAt(code, start)
      for (const row of rowsOf(text)) {
        if (row.text.length > LONGEST_LINE || lines >= MOST_LINES || !readSql(row.text, language).some(isOpen)) continue
        lines += 1
        proposals.push(...mendLine({ text: row.text, lineStart: start + row.start, language }))
      }
      start = end + 1
    }
    return proposals.sort((one, other) => other.sureness - one.sureness).slice(0, 6)
  },
}

/** A long line of rows in parentheses, row by row; any other line as it is. */
function rowsOf(text: string): { text: string; start: number }[] {
  if (text.length <= LONGEST_LINE) return [{ text, start: 0 }]
  const starts = [0, ...[...text.matchAll(/(?<=\),\s*)(?=\()/g)].map(({ index }) => index)]
  return starts.map((start, index) => ({ text: text.slice(start, starts[index + 1]), start }))
}

/** `[name` and `\`name`: the closing mark belongs right behind the name. */
function closeName(code: string, language: string): Proposal[] {
  const open = readSql(code, language).find((token) => token.kind === 'name' && isOpen(token))
  const name = /^.\w+/.exec(open?.text ?? '')?.[0]
  if (!open || name === undefined || open.text.startsWith('"')) return []
  const at = open.start + name.length
  return [
    {
      edits: [{ start: at, end: at, text: open.text.startsWith('[') ? ']' : '`' }],
      why: 'closed the quotes of a name',
      sureness: 0.95,
    },
  ]
}

/** Whether a string or a quoted name runs to the end. */
function isOpen({ kind, text }: SqlToken): boolean {
  if (kind !== 'string' && kind !== 'name') return false
  const mark = text[0] === '[' ? ']' : (text[0] ?? '')
  if (mark === '$') return false
  const quotes = text.split(mark).length - 1
  return mark === ']' ? !text.endsWith(']') : quotes % 2 === 1
}

interface Line {
  text: string
  lineStart: number
  language: string
}

function mendLine({ text, lineStart, language }: Line): Proposal[] {
  const mark = readSql(text, language).find(isOpen)?.text[0] === '"' ? '"' : "'"
  const doubled = mark === "'" ? apostrophes(text) : []
  const candidates = [
    ...doubled.map((at) => ({ at, why: 'doubled the apostrophe inside of the string' })),
    ...placesIn(text).map((at) => ({ at, why: `put the missing ${mark} back` })),
  ].flatMap((one) => {
    const badness = judge(text.slice(0, one.at) + mark + text.slice(one.at), language)
    return badness === undefined || badness > 2 ? [] : [{ ...one, badness }]
  })
  candidates.sort((one, other) => one.badness - other.badness)
  return candidates.slice(0, 4).map(({ at, why, badness }, index) => ({
    edits: [{ start: lineStart + at, end: lineStart + at, text: mark }],
    why,
    sureness: Math.max(0.1, 0.95 - 0.15 * badness - 0.08 * index),
  }))
}

/** `O'Brien`: a quote between letters. */
const apostrophes = (text: string): number[] =>
  [...text.matchAll(/(?<=[A-Za-z])'(?=[a-zA-Z])/g)].map(({ index }) => index)

function placesIn(text: string): number[] {
  const places = new Set([text.trimEnd().length, text.replace(/[;,)\s]+$/, '').length])
  for (const match of text.matchAll(/[^\s,;()=<>']+/g)) places.add(match.index).add(match.index + match[0].length)
  return [...places].slice(0, 150)
}

/** How unlike SQL the line reads with these quotes; undefined when one does not close. */
function judge(text: string, language: string): number | undefined {
  const tokens = readSql(text, language)
  if (tokens.some(isOpen)) return undefined
  return tokens.reduce((badness, token, index) => badness + judgeToken(tokens, token, index), 0)
}

function judgeToken(tokens: SqlToken[], token: SqlToken, index: number): number {
  const [before, next] = [tokens[index - 1], tokens[index + 1]]
  const inside = token.text.slice(1, -1)
  // A name in quotation marks may be a text, and neither has the end of a statement in it.
  if (token.kind === 'name') return /;\s*$/.test(inside) ? 2 : 0
  if (token.kind !== 'string') return 0
  let badness = 0
  // A value stands between signs or keywords, never beside another value.
  if (
    before &&
    before.kind !== 'symbol' &&
    !/^(?:LIKE|IN|AS|THEN|ELSE|AND|OR|NOT|SELECT|BETWEEN|VALUES|WHEN|DEFAULT|ILIKE|SEPARATOR|ESCAPE|INTERVAL|CASE|ON|BY|IS|WHERE|RETURN|DISTINCT|GLOB)$/.test(
      before.value,
    )
  )
    badness += 2
  if (before?.text === ')') badness += 2
  if (next && ((next.kind !== 'symbol' && next.kind !== 'word') || next.text === '(')) badness += 2
  if (
    next?.kind === 'word' &&
    !/^(?:AND|OR|AS|THEN|ELSE|END|WHEN|FROM|ORDER|GROUP|LIMIT|UNION|NOT|ESCAPE|IS|IN|COLLATE|ON|HAVING|WHERE|CHECK|UNIQUE|PRIMARY|REFERENCES)$/.test(
      next.value,
    )
  )
    badness += 1.5
  if (/^\s*[,)]|[,(]\s*$|\), ?\(|;/.test(inside)) badness += 2
  if (/, \d|,\s*$/.test(inside)) badness += 1
  if (
    /\b(?:SELECT|FROM|WHERE|ORDER BY|GROUP BY|VALUES|LIMIT|ELSE|THEN|END AS|HAVING|SET)\b| (?:AND|OR|AS) |\w = /.test(
      inside,
    )
  )
    badness += 2
  if (/^\s|\s$/.test(inside)) badness += 0.6
  if (inside === '') badness += 0.4
  return badness
}

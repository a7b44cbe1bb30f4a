import type { SqlStatement } from '../read-sql.ts'
import { byStatement, calls, has, type SqlRule, textOf, type Verdict } from './by-statement.ts'
import { isAlwaysTrue } from './is-always-true.ts'

export const load: SqlRule[] = [
  {
    id: 'sql/wait',
    family: 'resources',
    severity: 'medium',
    title: 'Makes the database wait',
    why: 'It holds a connection, and how long it takes tells an attacker what a condition was.',
    remedy: 'Wait in the program that asks, not in the database.',
    cwe: [400, 89],
    find: byStatement((statement) => {
      const { words } = statement
      if (has(statement, 'waitfor delay') || calls(statement, new Set(['benchmark'])) >= 0) return 'high'
      const at = calls(statement, new Set(['pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'sleep']))
      if (at < 0) return false
      const isHidden = words.slice(0, at).some((word) => ['and', 'or', 'case', 'if', 'where', 'iif'].includes(word))
      return isHidden || Number(words[at + 2]) >= 10 ? 'high' : true
    }),
  },
  {
    id: 'sql/endless-recursion',
    family: 'resources',
    severity: 'high',
    title: 'Has a recursive query without an end',
    why: 'It makes rows until the memory or the disk is full.',
    remedy: 'Add a WHERE that stops the recursion, or a LIMIT.',
    cwe: [674, 835],
    find: byStatement(isEndless),
  },
  {
    id: 'sql/huge-result',
    family: 'resources',
    severity: 'high',
    title: 'Makes more rows or text than any program needs',
    why: 'Memory and disk are full, and others get no answer.',
    remedy: 'Ask for as many as are needed.',
    cwe: [400],
    find: byStatement(({ words }) => {
      const sizes = words.flatMap((word, at) =>
        MAKERS.has(word) && words[at + 1] === '(' ? [largestIn(words, at)] : [],
      )
      // Rows that are joined without a condition multiply.
      const isProduct = words.includes('cross') || (!words.includes('where') && !words.includes('join'))
      const most = sizes.reduce((all, size) => (isProduct ? all * Math.max(size, 1) : Math.max(all, size)), 1)
      return most >= 1e9 ? true : most >= 1e8 ? 'medium' : false
    }),
  },
  {
    id: 'sql/cross-join',
    family: 'resources',
    severity: 'medium',
    title: 'Joins many tables, each row with each row',
    why: 'The number of rows is the product of all of them.',
    remedy: 'Join with a condition.',
    cwe: [400],
    find: byStatement(({ words }) => {
      const crosses = words.filter((word, at) => word === 'cross' && words[at + 1] === 'join').length
      if (crosses >= 3) return crosses >= 5 ? 'high' : true
      const from = words.indexOf('from')
      if (from < 0 || words.includes('where') || words.includes('join')) return false
      const commas = commasAfter(words, from)
      return commas >= 4 ? 'high' : commas >= 3
    }),
  },
]

const MAKERS = new Set(['generate_series', 'range', 'randomblob', 'zeroblob', 'repeat', 'rpad', 'lpad', 'space'])

/** The largest number among a call's arguments. */
function largestIn(words: string[], at: number): number {
  const given = words.slice(at + 1, at + 12)
  const end = given.indexOf(')')
  return Math.max(0, ...given.slice(0, end < 0 ? undefined : end).map(numberOf))
}

const numberOf = (word: string): number => {
  const value = Number(textOf(word) ?? word)
  return Number.isFinite(value) ? value : 0
}

/** `with recursive x as (… union all select … from x)`, with nothing that stops it. */
function isEndless({ words }: SqlStatement): Verdict {
  const start = words.indexOf('recursive')
  if (start < 0) return false
  const union = words.indexOf('union', start)
  if (union < 0 || words[union + 1] !== 'all') return false
  const end = closingAfter(words, union)
  const step = words.slice(union, end)
  const where = step.indexOf('where')
  const isStopped = where >= 0 && !isAlwaysTrue(step.slice(where + 1))
  // A join with another table ends when that table has no more rows.
  return (
    !isStopped &&
    !['join', 'limit', 'on', 'using'].some((word) => step.includes(word)) &&
    !words.includes('limit') &&
    commasInFrom(step) === 0
  )
}

function closingAfter(words: string[], from: number): number {
  let depth = 1
  for (let at = from; at < words.length; at++) {
    if (words[at] === '(') depth++
    if (words[at] === ')' && --depth === 0) return at
  }
  return words.length
}

const commasInFrom = (words: string[]): number => commasAfter(words, words.indexOf('from'))

function commasAfter(words: string[], from: number): number {
  let depth = 0
  let commas = 0
  for (const word of words.slice(from)) {
    if (word === '(') depth++
    if (word === ')') depth--
    if (word === ',' && depth === 0) commas++
    if (depth < 0 || word === 'group' || word === 'order') break
  }
  return commas
}

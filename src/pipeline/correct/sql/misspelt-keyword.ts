import { isKeyword, KEYWORDS, STARTERS, TYPES } from '../../../language/sql/keywords.ts'
import { likelyNames } from '../likely-names.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'
import { schemaOf } from './sql-schema.ts'

const WORDS = [...KEYWORDS, 'AUTOINCREMENT']
const FURTHEST = 12

/** A misspelt keyword is read as a name, so the database fails at it or a few words behind. */
export const misspeltKeyword: Strategy = {
  id: 'sql/misspelt-keyword',
  languages: SQL_LANGUAGES,
  title: 'Corrects misspelt keywords such as `SELCT`, `FORM` or `GROPU BY`',
  answers: ['SyntaxError', 'SqlError', 'ConstraintError'],
  prior: 0.92,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    if (fault.type !== 'SyntaxError' && !/syntax/i.test(fault.message))
      return [...swallowedWords(fault), ...lostNull(fault)]
    const { statement, index, tokens } = fault
    const names = new Set(
      [...schemaOf(statementsOf(tokens)).values()]
        .flatMap(({ name, columns }) => [name, ...columns])
        .map((name) => name.toLowerCase()),
    )
    const counts = new Map<string, number>()
    for (const { kind, value } of tokens) if (kind === 'word') counts.set(value, (counts.get(value) ?? 0) + 1)
    const own = statement.tokens
    const isStrange = (token: SqlToken, place: number) =>
      token.kind === 'word' &&
      !isKeyword(token.value) &&
      !TYPES.includes(token.value) &&
      !names.has(token.value.toLowerCase()) &&
      !hasPoint(own, place)
    const from = Math.max(0, index - FURTHEST)
    return own
      .slice(from, index + 2)
      .flatMap((token, offset) => {
        const place = from + offset
        if (!isStrange(token, place)) return []
        // A word that occurs more than once is less likely a slip.
        const isSingle = (counts.get(token.value) ?? 0) === 1
        const distance = Math.abs(index - place)
        return correct(own, place, (isSingle ? 1 : 0.8) - 0.04 * distance)
      })
      .sort((one, other) => other.sureness - one.sureness)
      .slice(0, 6)
  },
}

const CONSTRAINTS = ['PRIMARY', 'KEY', 'UNIQUE', 'REFERENCES', 'DEFAULT', 'AUTOINCREMENT']

/** `IS NOT NUL`: behind these words stands no column. */
function lostNull({ statement: { tokens } }: SqlFault): Proposal[] {
  return tokens.flatMap((token, index) => {
    const isBehind =
      tokens[index - 1]?.value === 'IS' || (tokens[index - 1]?.value === 'NOT' && tokens[index - 2]?.value === 'IS')
    const isSlip =
      isBehind && token.kind === 'word' && likelyNames(token.value, ['NULL']).length > 0 && token.value !== 'NULL'
    const edits = [{ start: token.start, end: token.end, text: 'NULL' }]
    return isSlip ? [{ edits, why: `wrote \`NULL\` for \`${token.text}\``, sureness: 0.96 }] : []
  })
}

/** SQLite accepts any words as the type of a column, even misspelt constraints, and fails later without the constraint. */
function swallowedWords({ tokens, message, language }: SqlFault): Proposal[] {
  if (language !== 'sql' || !/foreign key mismatch|ON CONFLICT clause does not match|constraint failed/.test(message))
    return []
  const edits = statementsOf(tokens).flatMap(({ tokens: own }) => {
    if (own[0]?.value !== 'CREATE' || !own.some(({ value }) => value === 'TABLE')) return []
    return own.flatMap((token, index) => {
      const isType =
        token.kind === 'word' &&
        own[index - 1]?.kind === 'word' &&
        token.depth === 1 &&
        !isKeyword(token.value) &&
        !TYPES.includes(token.value)
      const [near] = isType ? likelyNames(token.value, CONSTRAINTS) : []
      return near ? [{ start: token.start, end: token.end, text: near.name }] : []
    })
  })
  return edits.length > 0 ? [{ edits, why: 'corrected a misspelt constraint of a column', sureness: 0.9 }] : []
}

const hasPoint = (tokens: SqlToken[], place: number): boolean =>
  tokens[place - 1]?.text === '.' || tokens[place + 1]?.text === '.'

function correct(tokens: SqlToken[], place: number, weight: number): Proposal[] {
  const token = tokens[place]
  if (!token) return []
  const isLower = token.text === token.text.toLowerCase()
  const parts = JOINED.get(token.value)
  if (parts) {
    const text = isLower ? parts.toLowerCase() : parts
    return [
      {
        edits: [{ start: token.start, end: token.end, text }],
        why: `wrote \`${token.text}\` as two words`,
        sureness: 0.98,
      },
    ]
  }
  return likelyNames(token.value, WORDS).map(({ name, sureness }) => {
    const text = isLower ? name.toLowerCase() : name
    const fit = fits(tokens, place, name) ? 1.05 : 0.75
    return {
      edits: [{ start: token.start, end: token.end, text }],
      why: `replaced \`${token.text}\` by \`${text}\``,
      sureness: Math.min(0.98, sureness * weight * fit),
    }
  })
}

/** Pairs of keywords that were written as one word. */
const JOINED = new Map(
  [
    'ORDER BY',
    'GROUP BY',
    'PARTITION BY',
    'PRIMARY KEY',
    'FOREIGN KEY',
    'INSERT INTO',
    'DELETE FROM',
    'CREATE TABLE',
    'CREATE VIEW',
    'DROP TABLE',
    'ALTER TABLE',
    'LEFT JOIN',
    'RIGHT JOIN',
    'INNER JOIN',
    'CROSS JOIN',
    'FULL JOIN',
    'NOT NULL',
    'IS NULL',
    'NOT IN',
    'UNION ALL',
    'CASE WHEN',
  ].map((pair) => [pair.replace(' ', ''), pair]),
)

const BEFORE_BY = new Set(['GROUP', 'ORDER', 'PARTITION'])

/** Whether the neighbours allow this keyword here. */
function fits(tokens: SqlToken[], place: number, name: string): boolean {
  const next = tokens[place + 1]
  const before = tokens[place - 1]
  if (next?.value === 'BY') return BEFORE_BY.has(name)
  if (before && BEFORE_BY.has(before.value)) return name === 'BY'
  if (place === 0) return STARTERS.has(name)
  if (before?.value === 'INSERT') return name === 'INTO'
  if (next?.value === 'JOIN') return /^(?:LEFT|RIGHT|INNER|OUTER|CROSS|FULL|NATURAL)$/.test(name)
  if (before && /^(?:LEFT|RIGHT|INNER|OUTER|CROSS|FULL)$/.test(before.value)) return name === 'JOIN' || name === 'OUTER'
  if (before?.value === 'CREATE') return /^(?:TABLE|VIEW|INDEX|UNIQUE|TRIGGER|TEMP|TEMPORARY)$/.test(name)
  if (before?.value === 'PRIMARY' || before?.value === 'FOREIGN') return name === 'KEY'
  if (before?.value === 'DELETE') return name === 'FROM'
  if (next?.text === '(')
    return /^(?:VALUES|IN|OVER|AS|CAST|CHECK|REFERENCES|KEY|UNIQUE|USING|EXISTS|FILTER|AND|OR|NOT)$/.test(name)
  return /^(?:FROM|WHERE|ON|AND|OR|SET|AS|JOIN|LIMIT|DESC|ASC|IN|LIKE|BETWEEN|IS|NOT|NULL|HAVING|UNION|ALL|THEN|ELSE|END|WHEN|VALUES|INTO|TABLE|DISTINCT|DEFAULT|UNIQUE|PRIMARY|SELECT|OFFSET|KEY)$/.test(
    name,
  )
}

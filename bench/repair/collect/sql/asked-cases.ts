/** Cases of queries that were written as answers to questions about a database. */
import { DatabaseSync } from 'node:sqlite'
import { SQLITE } from '../../../../src/language/sql/inside/dialect.ts'
import { splitStatements } from '../../../../src/language/sql/inside/split-statements.ts'
import type { ForeignCase } from '../../foreign-cases.ts'
import { hashOf } from '../../random.ts'

/** Of one question, so that no question counts as many. */
const MOST_OF_A_QUESTION = 3
/** Not run here: it would leave the memory of the database. */
const LEAVES_MEMORY = /\b(?:ATTACH|VACUUM|load_extension|writefile)\b/i

export interface Asked {
  database: string
  question: string
  gold: string
  written: string
  kind: string
}

/** SQLite takes a text in double quotes for a name. */
export const withPlainTexts = (gold: string): string =>
  gold.replace(/"([^"]*)"/g, (_, text: string) => `'${text.replaceAll("'", "''")}'`)

type Judge = (schema: string, query: string) => boolean

/** Equal queries once; `task` is the database, so that no schema is in both halves. */
export function casesOf(asked: Asked[], schemas: ReadonlyMap<string, string>, isWanted: Judge): ForeignCase[] {
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  const answered = new Map<string, boolean>()
  const shuffled = asked
    .map((one) => ({ one, order: hashOf(`${one.database} ${one.written}`) }))
    .sort((a, b) => a.order - b.order)
  return shuffled.flatMap(({ one: { database, question, gold, written, kind } }): ForeignCase[] => {
    const schema = schemas.get(database)
    const [key, of] = [`${database} ${written.toLowerCase()}`, `${database} ${question} ${kind}`]
    const isFull = (counts.get(of) ?? 0) >= MOST_OF_A_QUESTION
    if (schema === undefined || isFull || seen.has(key) || LEAVES_MEMORY.test(written)) return []
    seen.add(key)
    const goldKey = `${database} ${gold}`
    const isAnswered = answered.get(goldKey) ?? findsSome(schema, gold)
    answered.set(goldKey, isAnswered)
    if (!isAnswered || !isWanted(schema, written)) return []
    counts.set(of, (counts.get(of) ?? 0) + 1)
    const whole = (query: string) => `${schema}\n${query.replace(/;*\s*$/, '')};\n`
    return [{ task: database, language: 'sql', kind, code: whole(written), gold: whole(gold) }]
  })
}

export const refuses = (schema: string, query: string): boolean => rowsOf(schema, query) === undefined

/** A query that finds nothing in the rows that are left would equal any that finds nothing. */
const findsSome = (schema: string, gold: string): boolean =>
  rowsOf(schema, gold)?.some((row) => Object.values(row).some((value) => value !== null)) === true

/** Of the last statement; undefined where SQLite refuses one. */
function rowsOf(schema: string, query: string): Record<string, unknown>[] | undefined {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(schema)
    const all = splitStatements(query, SQLITE).map(({ text }) => database.prepare(text).all())
    return all.at(-1) ?? []
  } catch {
    return undefined
  } finally {
    database.close()
  }
}

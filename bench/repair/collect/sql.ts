import type { Mirror } from '../../guard/collect/mirror.ts'
import type { Collector } from './collector.ts'
import { type Asked, casesOf, refuses, withPlainTexts } from './sql/asked-cases.ts'
import { type CommaTable, commaTable } from './sql/comma-table.ts'
import { fromMysqlDump } from './sql/from-mysql-dump.ts'
import { fromPostgres } from './sql/from-postgres.ts'

const QUERY = /^(?:SELECT|WITH)\b/i

/** Answers of models to questions about databases of Spider, where SQLite refuses it; and the gold queries, for planted faults. */
export const sqlOfModels: Collector = async ({ mirror }) => {
  const intercode = mirror('princeton-nlp/intercode')
  const schemas = fromMysqlDump(intercode.text('data/sql/spider/ic_spider_dbs.sql'))
  const asked = [...ofInterCode(intercode), ...ofDinSql(mirror('MohammadrezaPourreza/Few-shot-NL2SQL-with-prompting'))]
  const working = asked.map((one) => ({ ...one, written: one.gold, kind: 'spider' }))
  return [
    { set: 'sql-of-models', cases: casesOf(asked, schemas, refuses) },
    { set: 'sql-working', cases: casesOf(working, schemas, (...all) => !refuses(...all)) },
  ]
}

/** Queries of sql-eval in the words of one database, with the same queries in SQLite's as gold. */
export const sqlOfDialects: Collector = async ({ mirror }) => {
  const [queries, data] = [mirror('defog-ai/sql-eval'), mirror('defog-ai/defog-data')]
  const schemas = new Map(
    data
      .paths('defog_data')
      .filter((path) => path.endsWith('.sql'))
      .map((path) => [path.split('/').at(-2) ?? '', fromPostgres(data.text(path))]),
  )
  const asked = ['questions_gen', 'instruct_basic', 'instruct_advanced'].flatMap((name) => {
    const read = (dialect: string) => commaTable(queries.text(`data/${name}_${dialect}.csv`))
    const gold = new Map(read('sqlite').map((row) => [keyOf(row), firstOf(row.query)]))
    return ['mysql', 'tsql', 'bigquery', 'postgres'].flatMap((dialect) =>
      read(dialect).flatMap((row): Asked[] => {
        const own = gold.get(keyOf(row))
        const { db_name: database = '', question = '', query } = row
        const written = withoutSchemas(firstOf(query))
        return own && written ? [{ database, question, gold: own, written, kind: dialect }] : []
      }),
    )
  })
  return [{ set: 'sql-dialects', cases: casesOf(asked, schemas, refuses) }]
}

const keyOf = ({ db_name, question }: CommaTable[number]): string => `${db_name} ${question}`

/** Several queries answer a question as well. Braces stand for columns of which any may be there: such a query is none. */
const firstOf = (query = ''): string => (query.includes('{') ? '' : (query.split(';')[0] ?? '').trim())

const withoutSchemas = (query: string): string => query.replace(/\b(?:public|consumer_div)\.(?=\w)/g, '')

interface Turns {
  query: string
  turn_history?: { actions?: string[] }
}

function ofInterCode(mirror: Mirror): Asked[] {
  const golds = new Map(
    (
      JSON.parse(mirror.text('data/sql/spider/ic_spider_dev.json')) as { query: string; db: string; gold: string }[]
    ).map(({ query, db, gold }) => [query, { database: db, gold: withPlainTexts(gold) }]),
  )
  return mirror
    .paths('data/results/sql')
    .filter((path) => path.endsWith('.json') && !path.includes('/human/'))
    .flatMap((path) => {
      const read = JSON.parse(mirror.text(path)) as { logs?: Record<string, Turns> } & Record<string, Turns>
      return Object.values(read.logs ?? read).flatMap(({ query, turn_history }): Asked[] => {
        const known = golds.get(query)
        const actions = (turn_history?.actions ?? []).map((each) => /^execute\[(.*)\]$/s.exec(each)?.[1] ?? each)
        const queries = actions.map((each) => each.trim()).filter((each) => QUERY.test(each))
        const [first, last] = [queries[0], queries.at(-1)]
        const told = known && { ...known, question: query }
        return told
          ? [
              ...(first ? [{ ...told, written: first, kind: 'schema guessed' }] : []),
              ...(last && last !== first ? [{ ...told, written: last, kind: 'schema seen' }] : []),
            ]
          : []
      })
    })
}

const ofDinSql = (mirror: Mirror): Asked[] =>
  mirror
    .paths('')
    .filter((path) => path.endsWith('.csv'))
    .flatMap((path) =>
      commaTable(mirror.text(path)).flatMap((row): Asked[] => {
        const { NLQ: question, 'PREDICTED SQL': written, 'GOLD SQL': gold, DATABASE: database } = row
        return question && written && gold && database
          ? [{ database, question, written, gold: withPlainTexts(gold), kind: 'schema told' }]
          : []
      }),
    )

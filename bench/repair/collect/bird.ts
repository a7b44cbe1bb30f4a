/** Answers of models to the questions of BIRD: in SQLite's own words, and in those of MySQL and PostgreSQL. */
import type { Mirror } from '../../guard/collect/mirror.ts'
import type { Collector } from './collector.ts'
import { type Asked, casesOf, refuses, withPlainTexts } from './sql/asked-cases.ts'
import { madeDatabase, type ToldSchema } from './sql/made-database.ts'

interface Question {
  question_id: number
  db_id: string
  question: string
  SQL: string
}

const BENCHMARK = 'data/benchmarks/bird_mini_dev_sqlite'

export const sqlOfBird: Collector = async ({ mirror }) => {
  const toolkit = mirror('IBM/text2sql-eval-toolkit')
  const questions = JSON.parse(toolkit.text(`${BENCHMARK}.json`)) as Question[]
  const told = JSON.parse(toolkit.text(`${BENCHMARK}-schema.json`)) as Record<string, ToldSchema>
  const schemas = new Map(
    Object.entries(told).map(([name, schema]) => {
      const golds = questions.filter(({ db_id }) => db_id === name).map(({ SQL }) => withPlainTexts(SQL))
      return [name, madeDatabase(schema, golds)]
    }),
  )
  const asked = [
    ...ofMiniDev(mirror('bird-bench/mini_dev'), questions),
    ...ofAllDev(mirror('AlibabaResearch/DAMO-ConvAI'), mirror('BeachWang/DAIL-SQL'), questions),
    ...ofToolkit(toolkit, questions),
  ]
  return [{ set: 'sql-bird', cases: casesOf(asked, schemas, refuses) }]
}

const askedOf = ({ db_id, question, SQL }: Question, written: string, kind: string): Asked => ({
  ...{ database: db_id, question, gold: withPlainTexts(SQL), written: queryOf(written), kind },
})

/** The first query of an answer; models repeat the example they were shown. */
const queryOf = (written: string): string => (written.split('\t----- bird -----')[0] ?? '').split(';')[0]?.trim() ?? ''

function ofMiniDev(mirror: Mirror, questions: readonly Question[]): Asked[] {
  const paths = mirror.paths('llm/exp_result').filter((path) => path.endsWith('json'))
  return paths.flatMap((path) => {
    const dialect = /_(mysql|postgresql)\.?json$/.exec(path)?.[1]
    const kind = dialect ? `bird, for ${dialect}` : 'bird'
    const answers = readAnswers(mirror, path)
    return questions.flatMap((one, at) => {
      const written = answers[String(at)]
      return written?.endsWith(`\t${one.db_id}`) ? [askedOf(one, written, kind)] : []
    })
  })
}

/** By the place of a question among all of the development set. */
function ofAllDev(turbo: Mirror, dail: Mirror, questions: readonly Question[]): Asked[] {
  const listed = [
    ...['turbo_output', 'turbo_output_kg'].map((folder) =>
      readAnswers(turbo, `bird/llm/exp_result/${folder}/predict_dev.json`),
    ),
    ...dail
      .paths('results')
      .filter((path) => /bird/i.test(path))
      .map((path) => Object.fromEntries(dail.text(path).split('\n').entries())),
  ]
  return listed.flatMap((answers) =>
    questions.flatMap((one) => {
      const written = answers[String(one.question_id)]
      return written ? [askedOf(one, written, 'bird')] : []
    }),
  )
}

/** A report of failures, which shows both queries. */
function ofToolkit(mirror: Mirror, questions: readonly Question[]): Asked[] {
  const byGold = new Map(questions.map((one) => [one.SQL.trim(), one]))
  const report = mirror.text('data/results/bird_mini_dev_sqlite-predictions_eval_errors.md')
  const pairs = report.matchAll(
    /Ground Truth SQL\(s\)\s*```sql\n([\s\S]*?)\n```[\s\S]*?Predicted SQL\s*```sql\n([\s\S]*?)\n```/g,
  )
  return [...pairs].flatMap(([, gold = '', written = '']) => {
    const one = byGold.get(gold.trim())
    return one ? [askedOf(one, written, 'bird')] : []
  })
}

const readAnswers = (mirror: Mirror, path: string): Record<string, string> => {
  const read = JSON.parse(mirror.text(path)) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

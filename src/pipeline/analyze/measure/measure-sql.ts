import type { Analysis } from '../../../contract/analysis.ts'
import type { Statement } from '../../../language/sql/box/split-statements.ts'
import { maintainabilityOfAll } from './maintainability.ts'
import type { SourceLines } from './read-lines.ts'
import { createVocabulary, volumeOf } from './vocabulary.ts'

interface StatementMeasures {
  cyclomatic: number
  cognitive: number
  volume: number
}

/** Measures of a SQL program. Nothing is published for SQL: the rules of the other languages are used in their sense. */
export function measureSql(
  statements: readonly Statement[],
  lines: SourceLines,
): Pick<Analysis, 'lines' | 'cyclomatic' | 'cognitive' | 'maintainability'> {
  const { total, code, comment, blank } = lines
  const measured = statements.map(measureStatement)
  const sizes = measured.map(({ cyclomatic, volume }, index) => {
    const { start, text } = statements[index] as Statement
    const last = start + Math.max(0, text.length - 1)
    return { cyclomatic, volume, lines: lines.codeBetween(lines.lineAt(start), lines.lineAt(last)) }
  })
  return {
    lines: { total, code, comment, blank },
    cyclomatic: measured.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0),
    cognitive: measured.reduce((sum, { cognitive }) => sum + cognitive, 0),
    maintainability: maintainabilityOfAll(sizes),
  }
}

const OPERATORS = new Set(
  `select from where and or not in is null join left right inner outer full cross on using group by order having limit
  offset union all except intersect case when then else end insert into values update set delete create table view index
  drop alter add column primary key foreign references default unique check with recursive as distinct between like exists
  asc desc over partition returning conflict do nothing begin commit rollback`.split(/\s+/),
)

/** Each WHEN, AND and OR is a way; queries in queries and CASE are followed with more effort the deeper they stand. */
function measureStatement({ tokens }: Statement): StatementMeasures {
  const words = createVocabulary()
  let [ways, effort, depth, lastLogic, isBetween] = [1, 0, 0, '', false]
  const levels: boolean[] = []
  for (const [index, { kind, text }] of tokens.entries()) {
    const word = kind === 'word' ? text.toLowerCase() : ''
    const isOperator = kind === 'symbol' || OPERATORS.has(word)
    words.length += 1
    ;(isOperator ? words.operators : words.operands).add(word || text)
    if (text === '(') {
      const isQuery = tokens[index + 1]?.text.toLowerCase() === 'select'
      if (isQuery) effort += ++depth
      levels.push(isQuery)
      lastLogic = ''
    } else if (text === ')' && levels.pop()) depth -= 1
    else if (word === 'case') effort += 1 + depth
    else if (word === 'when') ways += 1
    else if (word === 'between') isBetween = true
    else if (word === 'and' && isBetween) isBetween = false
    else if (word === 'and' || word === 'or') {
      ways += 1
      if (word !== lastLogic) effort += 1
      lastLogic = word
    } else if (word === 'where' || word === 'on' || word === 'having') lastLogic = ''
  }
  return { cyclomatic: ways, cognitive: effort, volume: volumeOf(words) }
}

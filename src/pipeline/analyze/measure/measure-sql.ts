import type { Analysis } from '../../../contract/analysis.ts'
import type { Token } from '../../../language/sql/inside/read-tokens.ts'
import type { Statement } from '../../../language/sql/inside/split-statements.ts'
import { isKeyword } from '../../../language/sql/keywords.ts'
import { maintainabilityOfAll } from './maintainability.ts'
import type { SourceLines } from './read-lines.ts'
import { createVocabulary, volumeOf } from './vocabulary.ts'

interface StatementMeasures {
  cyclomatic: number
  cognitive: number
  volume: number
}

/** Measures of a SQL program. Nothing is published for SQL: the rules of the other languages apply by analogy. */
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

function measureStatement({ tokens }: Statement): StatementMeasures {
  const words = createVocabulary()
  for (const { kind, text } of tokens) {
    const word = kind === 'word' ? text.toLowerCase() : text
    const isOperator = kind === 'symbol' || isKeyword(text.toUpperCase())
    ;(isOperator ? words.operators : words.operands).add(word)
    words.length += 1
  }
  return { ...flowOf(tokens), volume: volumeOf(words) }
}

interface Flow {
  cyclomatic: number
  cognitive: number
  /** For each open bracket, whether it contains a query. */
  brackets: boolean[]
  /** The number of open queries. */
  depth: number
  lastLogic: string
  isBetween: boolean
}

/** Each WHEN, AND and OR is a path; nested queries and CASE take more effort the deeper they stand. */
function flowOf(tokens: readonly Token[]): Pick<Flow, 'cyclomatic' | 'cognitive'> {
  const flow: Flow = { cyclomatic: 1, cognitive: 0, brackets: [], depth: 0, lastLogic: '', isBetween: false }
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'quoted') continue
    STEPS.get(text.toLowerCase())?.(flow, tokens[index + 1]?.text.toLowerCase() ?? '')
  }
  return { cyclomatic: flow.cyclomatic, cognitive: flow.cognitive }
}

const newCondition = (flow: Flow) => {
  flow.lastLogic = ''
}

const STEPS = new Map<string, (flow: Flow, next: string) => void>([
  [
    '(',
    (flow, next) => {
      flow.brackets.push(next === 'select')
      if (next === 'select') flow.cognitive += ++flow.depth
      newCondition(flow)
    },
  ],
  [
    ')',
    (flow) => {
      if (flow.brackets.pop()) flow.depth -= 1
    },
  ],
  [
    'case',
    (flow) => {
      flow.cognitive += 1 + flow.depth
    },
  ],
  [
    'when',
    (flow) => {
      flow.cyclomatic += 1
    },
  ],
  [
    'between',
    (flow) => {
      flow.isBetween = true
    },
  ],
  [
    'and',
    (flow) => {
      if (!flow.isBetween) addLogic(flow, 'and')
      flow.isBetween = false
    },
  ],
  ['or', (flow) => addLogic(flow, 'or')],
  ['where', newCondition],
  ['on', newCondition],
  ['having', newCondition],
])

/** A run of like operators is one effort. */
function addLogic(flow: Flow, operator: string): void {
  flow.cyclomatic += 1
  if (flow.lastLogic !== operator) flow.cognitive += 1
  flow.lastLogic = operator
}

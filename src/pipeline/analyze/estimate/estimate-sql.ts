import type { Estimate } from '../../../contract/analysis.ts'
import type { Statement } from '../../../language/sql/inside/split-statements.ts'
import { beyond, CONSTANT, type Growth, growthText, larger, power, sorting } from './growth.ts'
import { reachOf, type Sign } from './reach.ts'

/** How the work of a database grows with the rows of its tables, as far as the program's text shows it. */
export function estimateSql(statements: readonly Statement[], lineAt: (offset: number) => number): Estimate {
  const read = statements.map((statement) => ({ words: wordsOf(statement), line: lineAt(statement.start), statement }))
  const time = read.reduce((most, { words, line }) => larger(most, growthOf(words, line)), CONSTANT)
  const { reasons, ...reach } = reachOf(
    read.flatMap(({ words, line, statement }) => signsOf(statement, { words, line })),
  )
  const crossed = read.find(({ words }) => isCrossed(words))
  return {
    time: growthText(time),
    memory: crossed ? 'moderate' : 'small',
    ...reach,
    reasons: [
      ...time.reasons.map((reason) => `time: ${reason}`),
      ...(crossed ? [`memory: line ${crossed.line} pairs all rows of two tables`] : []),
      ...reasons,
    ],
  }
}

const wordsOf = ({ tokens }: Statement): string[] =>
  tokens.map(({ kind, text }) => (kind === 'quoted' ? '"' : text.toLowerCase()))

function growthOf(words: readonly string[], line: number): Growth {
  const has = (word: string) => words.includes(word)
  if (has('recursive') && !has('where') && !has('limit')) {
    return beyond('unbounded', `line ${line} has a recursive query without a condition`)
  }
  if (isCrossed(words)) return power(2, `line ${line} pairs all rows of two tables`)
  if (!has('from') && !has('update') && !has('index')) return CONSTANT
  if (has('order') || has('group') || has('distinct') || has('over') || has('index')) {
    return sorting(`line ${line} sorts or groups rows`)
  }
  return power(1, `line ${line} reads the rows of a table`)
}

/** CROSS JOIN, or tables side by side without a condition. */
function isCrossed(words: readonly string[]): boolean {
  const cross = words.indexOf('cross')
  if (cross !== -1 && words[cross + 1] === 'join') return true
  const from = words.indexOf('from')
  if (from === -1 || words.includes('where')) return false
  const end = words.findIndex((word, index) => index > from && ENDS.has(word))
  const tables = words.slice(from + 1, end === -1 ? undefined : end)
  return tables.includes(',') && !tables.includes('(') && !tables.includes('join')
}

const ENDS = new Set([';', 'group', 'order', 'limit', 'union', 'having', ')', 'set', 'returning'])
const READERS = new Set(['read_csv', 'read_csv_auto', 'read_parquet', 'read_json', 'read_json_auto', 'pg_read_file'])

function signsOf({ tokens }: Statement, { words, line }: { words: readonly string[]; line: number }): Sign[] {
  const signs: Sign[] = []
  const first = words[0] ?? ''
  if (first === 'copy' || first === 'attach' || words.some((word) => READERS.has(word))) {
    signs.push({
      outside: 'files',
      seen: `uses ${first === 'select' ? 'a reader of files' : first.toUpperCase()}`,
      line,
    })
  }
  if (first === 'copy' && words.includes('program')) {
    signs.push({ outside: 'processes', seen: 'starts a program with COPY', line })
  }
  const hasAddress = tokens.some(({ kind, text }) => kind === 'quoted' && /^.(?:https?|s3):\/\//i.test(text))
  if (hasAddress || words.includes('dblink')) signs.push({ outside: 'network', seen: 'names an address', line })
  return signs
}

import { proposalOf } from '../proposal-of.ts'
import type { Edit, Strategy } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'
import { readFault, SQL_LANGUAGES } from './sql-fault.ts'

const OPERATORS = new Map([
  ['=!', '!='],
  ['=<', '<='],
  ['=>', '>='],
  ['&&', 'AND'],
])

/** Replaces operators of other languages that no database accepts, or that this one does not. */
export const operator: Strategy = {
  id: 'sql/operator',
  languages: SQL_LANGUAGES,
  title: 'Replaces operators of other languages: `&&`, `=!`, `==`, and `+` between texts',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.9,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const { tokens, language, message, statement } = fault
    const edits = tokens.flatMap((token, index) => replaced(tokens, token, index, language))
    const isText =
      /operator does not exist: (?:text|character varying|unknown) \+|[Nn]o operator matches.*\+|Could not convert string|'\+\((?:VARCHAR|STRING)/.test(
        message,
      )
    const sums = isText
      ? statement.tokens.filter((token, index) => isTextSum(statement.tokens, token, index)).map(concatenated)
      : []
    return [
      ...proposalOf(edits, 'wrote the operators as SQL has them', SURENESS),
      ...proposalOf(sums, 'joined texts with `||`', SURENESS),
    ]
  },
}

const SURENESS = 0.93

function replaced(tokens: SqlToken[], { start, end, text }: SqlToken, index: number, language: string): Edit[] {
  const next = tokens[index + 1]
  if (text === '!' && next?.text === '=' && next.start > end) return [{ start, end: next.end, text: '!=' }]
  if (text === '=' && tokens[index - 1]?.text === '==')
    return [{ start: tokens[index - 1]?.start ?? start, end, text: '=' }]
  if (text === '=' && next?.text === '=' && next.start > end) return [{ start, end: next.end, text: '=' }]
  if (text === '==' && next?.text !== '=' && language === 'postgres') return [{ start, end, text: '=' }]
  if (text === '=>' && language !== 'sql') return []
  const better = OPERATORS.get(text)
  return better ? [{ start, end, text: better }] : []
}

const isTextSum = (tokens: SqlToken[], { text }: SqlToken, index: number): boolean =>
  text === '+' && (tokens[index - 1]?.kind === 'string' || tokens[index + 1]?.kind === 'string')

const concatenated = ({ start, end }: SqlToken): Edit => ({ start, end, text: '||' })

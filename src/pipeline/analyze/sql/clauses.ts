import type { Token } from '../../../language/sql/inside/read-tokens.ts'
import type { Statement } from '../../../language/sql/inside/split-statements.ts'

/** A token with its word in lower case, and the number of open brackets around it. */
export interface SqlToken {
  token: Token
  /** Quoted text keeps its spelling. */
  word: string
  depth: number
}

/** A query with the tokens of its own level, without those of subqueries. */
export interface Query {
  tokens: SqlToken[]
  /** For a subquery: the tokens right before and right behind its bracket. */
  before: readonly SqlToken[]
  after: readonly SqlToken[]
  isInner: boolean
}

const VERBS = new Set(['select', 'with', 'values'])

export function tokensOf({ tokens }: Statement): SqlToken[] {
  let depth = 0
  return tokens.map((token) => {
    if (token.text === ')') depth = Math.max(depth - 1, 0)
    const placed = { token, word: token.kind === 'quoted' ? token.text : token.text.toLowerCase(), depth }
    if (token.text === '(') depth += 1
    return placed
  })
}

/** The queries of a statement, the outermost first. Brackets that hold no query belong to the query around them. */
export function queriesOf(tokens: readonly SqlToken[]): Query[] {
  const outermost: Query = { tokens: [], before: [], after: [], isInner: false }
  const queries = [outermost]
  const open = [outermost]
  for (const [at, placed] of tokens.entries()) {
    if (placed.token.text === ')' && open.length > 1) {
      const closed = open.pop()
      if (closed && closed !== open.at(-1)) closed.after = tokens.slice(at + 1, at + 4)
    }
    const current = open.at(-1) ?? outermost
    current.tokens.push(placed)
    if (placed.token.text !== '(') continue
    const isQuery = VERBS.has(tokens[at + 1]?.word ?? '')
    const inner: Query = { tokens: [], before: tokens.slice(Math.max(at - 2, 0), at), after: [], isInner: true }
    if (isQuery) queries.push(inner)
    open.push(isQuery ? inner : current)
  }
  return queries
}

const ENDS = [
  'where',
  'group',
  'order',
  'limit',
  'having',
  'union',
  'returning',
  'window',
  'intersect',
  'except',
  'fetch',
  'offset',
  'set',
  ';',
]

/** The tokens behind a word of a query, up to the next clause. */
export function clauseOf({ tokens }: Query, word: string): SqlToken[] {
  const from = tokens.findIndex((placed) => placed.word === word)
  if (from === -1) return []
  const level = tokens[from]?.depth ?? 0
  const to = tokens.findIndex((placed, at) => at > from && placed.depth <= level && ENDS.includes(placed.word))
  return tokens.slice(from + 1, to === -1 ? undefined : to)
}

export const hasWord = ({ tokens }: Query, ...words: string[]): boolean =>
  tokens.some(({ token, word }) => token.kind === 'word' && words.includes(word))

import { clauseOf, hasWord, type Query, type SqlToken } from './clauses.ts'
import { runsOf, type SqlRule, type SqlSpot, spot } from './sql-rule.ts'

const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'group_concat', 'string_agg', 'array_agg', 'total']

/** Rules about the selected columns and tables. */
export const selectRules: readonly SqlRule[] = [
  {
    rule: 'sql/select-star',
    family: 'performance',
    severity: 'info',
    why: 'All columns are read and sent, also those that are added later, and their order is left to the table.',
    remedy: 'Name the columns that are needed.',
    cost: 'every column of every row',
    find: ({ tokens, before }) => {
      if (before.at(-1)?.word === 'exists') return []
      const stars = [...runsOf(tokens, 'select', '*'), ...runsOf(tokens, 'select', 'distinct', '*')]
      return stars.flatMap((run) => spot(run.slice(-1), 'All columns are selected.'))
    },
  },
  {
    rule: 'sql/unbounded-select',
    family: 'performance',
    severity: 'info',
    why: 'The answer is as large as the table, whatever its size will be.',
    remedy: 'Add a condition or a LIMIT.',
    cost: 'every row of the table',
    find: unboundedSelect,
  },
  {
    rule: 'sql/cartesian-join',
    family: 'performance',
    severity: 'medium',
    why: 'Every row of the one table is put together with every row of the other.',
    remedy: 'Join with a condition: JOIN … ON …; write CROSS JOIN where all pairs are wanted.',
    cost: 'rows of the one times rows of the other',
    find: (query) => [...tablesSideBySide(query), ...openJoins(query)],
  },
  {
    rule: 'sql/distinct-over-join',
    family: 'performance',
    severity: 'info',
    why: 'DISTINCT over a join mostly hides that the join gives rows more than once.',
    remedy: 'Ask with EXISTS, or join with rows that are already grouped.',
    cost: 'a sort or hash of all rows',
    find: (query) =>
      hasWord(query, 'join')
        ? runsOf(query.tokens, 'select', 'distinct').flatMap((run) =>
            spot(run, 'The rows of a join are made distinct.'),
          )
        : [],
  },
  {
    rule: 'sql/order-by-random',
    family: 'performance',
    severity: 'low',
    why: 'Every row gets a number and all are sorted, to keep a few.',
    remedy: 'Choose random keys, or use TABLESAMPLE.',
    cost: 'O(n log n) over the whole table',
    find: ({ tokens }) =>
      runsOf(tokens, 'order', 'by', ({ word }) => ['random', 'rand', 'newid'].includes(word), '(', ')').flatMap((run) =>
        spot(run, 'The whole table is put into a random order.'),
      ),
  },
  {
    rule: 'sql/count-for-existence',
    family: 'performance',
    severity: 'low',
    why: 'All rows are counted to learn whether there is one.',
    remedy: 'Use EXISTS (SELECT 1 …).',
    cost: 'all rows that fit, where the first would do',
    find: ({ tokens, after }) => {
      const isTest = /^(?:> ?0|= ?0|> = 1)/.test(after.map(({ word }) => word).join(' '))
      const [count] = runsOf(tokens.slice(0, 6), 'select', 'count', '(')
      return isTest && count ? spot(count.slice(0, 2), 'Rows are counted to see whether there are any.') : []
    },
  },
  {
    rule: 'sql/large-offset',
    family: 'performance',
    severity: 'low',
    why: 'The rows before the offset are all read and thrown away.',
    remedy: 'Go on behind the last key that was seen: WHERE id > … ORDER BY id LIMIT ….',
    cost: 'all rows before the page',
    find: ({ tokens }) =>
      runsOf(tokens, 'offset', ({ word }) => /^\d{4,}$/.test(word)).flatMap((run) =>
        spot(run, 'A page far behind is found by counting rows.'),
      ),
  },
]

/** A SELECT of a whole table that the program did not create itself. */
function unboundedSelect(query: Query, made: ReadonlySet<string>): SqlSpot[] {
  const { tokens, isInner } = query
  const fromAt = tokens.findIndex(({ word }) => word === 'from')
  const [from, table, next] = tokens.slice(fromAt)
  if (isInner || tokens[0]?.word !== 'select' || fromAt === -1 || !table || table.token.kind === 'symbol') return []
  const isBound = hasWord(query, 'where', 'limit', 'group', 'join', 'fetch', 'having', 'union', 'top')
  const isCount = runsOf(tokens, ({ word }) => AGGREGATES.includes(word), '(').length > 0
  const isKnown = made.has(table.word.replaceAll('"', '')) || next?.word === '('
  return isBound || isCount || isKnown ? [] : spot([from, table], `All rows of ${table.token.text} are read.`)
}

function tablesSideBySide(query: Query): SqlSpot[] {
  const from = clauseOf(query, 'from')
  const comma = from.find(({ word, depth }) => word === ',' && depth === from[0]?.depth)
  const next = comma && from[from.indexOf(comma) + 1]
  // A function or a subquery beside a table mostly uses the table's row.
  const isTable =
    next?.token.kind !== 'symbol' && next?.word !== 'lateral' && from[from.indexOf(next as SqlToken) + 1]?.word !== '('
  const isSelect = query.tokens[0]?.word === 'select' && !hasWord(query, 'where')
  return isSelect && isTable ? spot([comma], 'Two tables stand side by side without a condition.') : []
}

/** A join without a condition, unless it is of a kind that needs none. */
function openJoins({ tokens }: Query): SqlSpot[] {
  let open: SqlToken | undefined
  const found: SqlSpot[] = []
  const finish = () => {
    found.push(...(open ? spot([open], 'A join has no condition.') : []))
    open = undefined
  }
  for (const [at, placed] of tokens.entries()) {
    if (['where', 'group', 'order', 'limit', 'having', 'union', ';'].includes(placed.word)) finish()
    if (placed.word === 'on' || placed.word === 'using') open = undefined
    if (placed.word !== 'join') continue
    finish()
    const before = tokens.slice(Math.max(at - 3, 0), at).map(({ word }) => word)
    const needsNone =
      ['cross', 'natural', 'asof', 'positional'].some((word) => before.includes(word)) ||
      tokens[at + 1]?.word === 'lateral'
    open = needsNone ? undefined : placed
  }
  finish()
  return found
}

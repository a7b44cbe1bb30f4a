import { clauseOf, type Query, type SqlToken } from './clauses.ts'
import { runsOf, type SqlRule, type SqlSpot, spot } from './sql-rule.ts'

const FUNCTIONS = [
  ...[
    'lower',
    'upper',
    'trim',
    'substr',
    'substring',
    'left',
    'length',
    'replace',
    'coalesce',
    'ifnull',
    'abs',
    'round',
  ],
  ...['date', 'datetime', 'strftime', 'year', 'month', 'day', 'date_trunc', 'date_part', 'to_char', 'extract', 'cast'],
]

const isWord = ({ token, word }: SqlToken): boolean => token.kind === 'word' && !/^\d/.test(word)
const isName = (placed: SqlToken): boolean => isWord(placed) || placed.token.text.startsWith('"')
const isSign = ({ word }: SqlToken): boolean => ['=', '<', '>', 'like', 'between', 'in'].includes(word)
const isConstant = ({ token, word }: SqlToken): boolean =>
  token.text.startsWith("'") || /^\d/.test(word) || word === '?' || word === '$' || word === ':'

/** Conditions of WHERE and of joins. */
const conditionsOf = (query: Query): SqlToken[] => [
  ...runsOf(query.tokens, 'on', ({ word }) => !['conflict', 'update', 'delete', 'duplicate'].includes(word))
    .slice(0, 1)
    .flatMap(() => clauseOf(query, 'on')),
  ...clauseOf(query, 'where'),
]

/** Rules about conditions. */
export const conditionRules: readonly SqlRule[] = [
  {
    rule: 'sql/leading-wildcard',
    family: 'performance',
    severity: 'low',
    why: 'An index is in the order of the first characters; without them every row is looked at.',
    remedy: 'Search for the beginning, or use a full-text index.',
    cost: 'a look at every row',
    find: ({ tokens }) =>
      runsOf(
        tokens,
        ({ word }) => word === 'like' || word === 'ilike',
        ({ token }) => /^'[%_]/.test(token.text),
      ).flatMap((run) => spot(run, 'The pattern begins with a wildcard.')),
  },
  {
    rule: 'sql/function-on-column',
    family: 'performance',
    severity: 'low',
    why: 'An index on the column knows nothing of what the function makes of it, so every row is looked at.',
    remedy: 'Compare the column itself, with a range if needed, or make an index on the expression.',
    cost: 'a look at every row',
    find: (query) =>
      runsOf(clauseOf(query, 'where'), ({ word }) => FUNCTIONS.includes(word), '(', isName, ')', isSign).flatMap(
        (run) => spot(run.slice(0, 4), `The column ${run[2]?.token.text} is changed before it is compared.`),
      ),
  },
  {
    rule: 'sql/not-in-subquery',
    family: 'practice',
    severity: 'medium',
    why: 'A single NULL in the subquery makes NOT IN true for no row at all, and keeps the database from a fast plan.',
    remedy: 'Use NOT EXISTS.',
    find: ({ before, tokens }) =>
      before[0]?.word === 'not' && before[1]?.word === 'in' && tokens[0]?.word === 'select'
        ? spot(before, 'NOT IN asks a subquery.')
        : [],
  },
  {
    rule: 'sql/or-across-columns',
    family: 'performance',
    severity: 'info',
    why: 'No single index serves two columns that are joined by OR.',
    remedy: 'Use UNION of two queries, or an index for each of them.',
    cost: 'often a look at every row',
    find: (query) =>
      runsOf(clauseOf(query, 'where'), isName, '=', isConstant, 'or', isName, '=', isConstant).flatMap((run) =>
        run[0]?.word === run[4]?.word
          ? []
          : spot(run, `Either ${run[0]?.token.text} or ${run[4]?.token.text} may decide.`),
      ),
  },
  {
    rule: 'sql/equals-null',
    family: 'practice',
    severity: 'medium',
    why: 'Nothing is equal to NULL, not even NULL: the condition is never true.',
    remedy: 'Use IS NULL or IS NOT NULL.',
    find: (query) => nullTests(conditionsOf(query)),
  },
]

function nullTests(tokens: SqlToken[]): SqlSpot[] {
  const anything = () => true
  const equal = runsOf(tokens, ({ word }) => !['<', '>', '!', ':', '='].includes(word), '=', 'null')
  const unequal = [...runsOf(tokens, anything, '<', '>', 'null'), ...runsOf(tokens, anything, '!', '=', 'null')]
  return [...equal.map((run) => nullTest(run, 'IS ')), ...unequal.map((run) => nullTest(run, 'IS NOT '))].flat()
}

/** The first token of the run stands before the sign. */
function nullTest([before, ...run]: SqlToken[], text: string): SqlSpot[] {
  return spot(run, 'A value is compared with NULL.').map((found) => {
    const start = found.first.token.start
    const isTouching = before !== undefined && before.token.start + before.token.text.length === start
    const edits = [{ start, end: found.last.token.start, text: isTouching ? ` ${text}` : text }]
    return { ...found, fix: { title: `Use ${text}NULL`, edits } }
  })
}

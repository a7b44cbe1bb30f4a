import type { Query } from './clauses.ts'
import { hasWord } from './clauses.ts'
import { runsOf, type SqlRule, type SqlSpot, spot } from './sql-rule.ts'

const RESERVED = new Set([
  'user',
  'order',
  'group',
  'table',
  'select',
  'where',
  'from',
  'index',
  'column',
  'values',
  'limit',
  'default',
  'references',
])

/** Rules about statements that change data or tables. */
export const changeRules: readonly SqlRule[] = [
  {
    rule: 'sql/change-without-where',
    family: 'practice',
    severity: 'medium',
    why: 'Every row of the table is changed.',
    remedy: 'Say which rows are meant with WHERE; use TRUNCATE where all of them are to go.',
    find: (query) => {
      const { tokens, isInner } = query
      const [first, second, third] = tokens
      if (isInner || hasWord(query, 'where')) return []
      if (first?.word === 'delete' && second?.word === 'from')
        return spot([first, third], `All rows of ${third?.token.text} are deleted.`)
      const isUpdate = first?.word === 'update' && hasWord(query, 'set')
      return isUpdate ? spot([first, second], `All rows of ${second?.token.text} are changed.`) : []
    },
  },
  {
    rule: 'sql/insert-without-columns',
    family: 'practice',
    severity: 'low',
    why: 'The values go into whatever columns the table has, in the order in which they happen to stand.',
    remedy: 'Name the columns: INSERT INTO t (a, b) VALUES ….',
    find: ({ tokens }) =>
      runsOf(
        tokens,
        'into',
        ({ token }) => token.kind !== 'symbol',
        ({ word }) => word === 'values' || word === 'select',
      ).flatMap((run) => spot(run.slice(0, 2), `The columns of ${run[1]?.token.text} are not named.`)),
  },
  {
    rule: 'sql/reserved-name',
    family: 'style',
    severity: 'info',
    why: 'The name is a word of SQL, and must be quoted wherever it is used.',
    remedy: 'Choose another name, such as the plural or with a prefix.',
    find: reservedNames,
  },
]

/** Quoted names of a table or column in CREATE TABLE that are reserved words of SQL. */
function reservedNames({ tokens }: Query): SqlSpot[] {
  if (tokens[0]?.word !== 'create' || !tokens.slice(1, 4).some(({ word }) => word === 'table')) return []
  return tokens.flatMap((placed, at) => {
    const before = tokens[at - 1]?.word ?? ''
    const isFirst = ['table', 'exists'].includes(before) || ((before === '(' || before === ',') && placed.depth === 1)
    const name = /^["`[](\w+)["`\]]$/.exec(placed.token.text)?.[1]?.toLowerCase()
    return isFirst && name && RESERVED.has(name) ? spot([placed], `${placed.token.text} is a word of SQL.`) : []
  })
}

import type { Edit, Proposal, Strategy } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'
import { nameOf, readFault, SQL_LANGUAGES } from './sql-fault.ts'

/** Words that people add or exchange, though the statement says all that is needed. */
export const strayWord: Strategy = {
  id: 'sql/stray-word',
  languages: SQL_LANGUAGES,
  title:
    'Corrects `UPDATE TABLE t`, `DELETE * FROM t`, `BETWEEN 1 TO 2`, `INNER t`, `CASE a = b THEN` and `WITH …, SELECT`',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.92,
  propose(given) {
    const { tokens } = readFault(given)?.statement ?? { tokens: [] }
    return tokens.flatMap((_, index) =>
      STRAYS.flatMap(({ why, edit }): Proposal[] => {
        const found = edit(tokens, index)
        return found ? [{ edits: [found], why, sureness: 0.94 }] : []
      }),
    )
  },
}

interface Stray {
  why: string
  edit(tokens: readonly SqlToken[], index: number): Edit | undefined
}

const isWord = (token: SqlToken | undefined, ...words: string[]): boolean =>
  token?.kind === 'word' && words.includes(token.value)

const without = (token: SqlToken, next: SqlToken): Edit => ({ start: token.start, end: next.start, text: '' })

const STRAYS: readonly Stray[] = [
  {
    why: 'took `TABLE` away behind `UPDATE`',
    edit(tokens, index) {
      const [update, table, name, set] = tokens.slice(index, index + 4)
      if (index > 0 || !table || !name || !isWord(update, 'UPDATE') || !isWord(table, 'TABLE')) return undefined
      return isWord(set, 'SET') ? without(table, name) : undefined
    },
  },
  {
    why: 'took `*` away: rows are deleted as a whole',
    edit(tokens, index) {
      const [remove, star, from] = tokens.slice(index, index + 3)
      if (index > 0 || !star || !from || !isWord(remove, 'DELETE') || star.text !== '*') return undefined
      return isWord(from, 'FROM') ? without(star, from) : undefined
    },
  },
  {
    why: 'wrote `AND` between the two bounds',
    edit(tokens, index) {
      const [between, low, to, high] = tokens.slice(index, index + 4)
      if (!isWord(between, 'BETWEEN') || !to || !isWord(to, 'TO') || !low || !high) return undefined
      return low.kind !== 'symbol' && high.kind !== 'symbol' ? { start: to.start, end: to.end, text: 'AND' } : undefined
    },
  },
  {
    why: 'put `JOIN` back',
    edit(tokens, index) {
      const [kind, table, next, third] = tokens.slice(index, index + 4)
      if (!kind || !table || nameOf(table) === '' || !isWord(kind, 'INNER', 'OUTER', 'CROSS')) return undefined
      if (isWord(table, 'JOIN', 'LEFT', 'RIGHT', 'FULL', 'OUTER', 'APPLY')) return undefined
      const isTable = isWord(kind, 'CROSS') || isWord(next, 'ON', 'USING', 'AS') || isWord(third, 'ON', 'USING')
      return isTable ? { start: table.start, end: table.start, text: 'JOIN ' } : undefined
    },
  },
  {
    why: 'put `WHEN` before the condition of the CASE',
    edit(tokens, index) {
      const [start, name, sign] = tokens.slice(index, index + 3)
      if (!isWord(start, 'CASE') || !name || nameOf(name) === '' || !/^(?:=|<>|!=|[<>]=?)$/.test(sign?.text ?? ''))
        return undefined
      const next = tokens.slice(index + 3, index + 12).find((token) => isWord(token, 'WHEN', 'THEN', 'CASE', 'END'))
      return isWord(next, 'THEN') ? { start: name.start, end: name.start, text: 'WHEN ' } : undefined
    },
  },
  {
    why: 'took the comma between `WITH` and its query away',
    edit(tokens, index) {
      const [close, comma, select] = tokens.slice(index, index + 3)
      if (!isWord(tokens[0], 'WITH') || close?.text !== ')' || !comma || comma.text !== ',' || comma.depth > 0)
        return undefined
      return isWord(select, 'SELECT', 'INSERT', 'UPDATE', 'DELETE')
        ? { start: comma.start, end: comma.end, text: '' }
        : undefined
    },
  },
]

import { CLAUSES, isKeyword, TYPES } from '../../../language/sql/keywords.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { unknownName } from './name-faults.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'
import { isSecondWord } from './two-word-alias.ts'

const FURTHEST = 40

export const comma: Strategy = {
  id: 'sql/comma',
  languages: SQL_LANGUAGES,
  title: 'Adds a comma that is missing in a list, and takes one away that nothing follows',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.85,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const all = [...extra(fault), ...missing(fault), ...swallowed(fault)]
    return all.sort((one, other) => other.sureness - one.sureness).slice(0, 5)
  },
}

const AFTER_LIST = new Set([...CLAUSES, 'RETURNING', 'INTO', 'AND', 'OR'])

/** A comma before `)`, `FROM`, `;` and the like, or a second one. */
function extra({ statement: { tokens }, index }: SqlFault): Proposal[] {
  return tokens.flatMap((token, place) => {
    const next = tokens[place + 1]
    const isBehind =
      next === undefined ||
      next.text === ')' ||
      next.text === ';' ||
      next.text === ',' ||
      (next.kind === 'word' && AFTER_LIST.has(next.value))
    if (token.text !== ',' || !isBehind) return []
    const near = Math.abs(place + 1 - index) <= 2
    return [
      {
        edits: [{ start: token.start, end: token.end, text: '' }],
        why: 'took a comma away that nothing follows',
        sureness: near ? 0.96 : 0.6,
      },
    ]
  })
}

/** Two items side by side, the later at or before the place of failure. */
function missing(fault: SqlFault): Proposal[] {
  const { statement, index, code, type } = fault
  const { tokens } = statement
  const proposals: Proposal[] = []
  for (let place = Math.min(index + 1, tokens.length - 1); place > 0 && place > index - FURTHEST; place -= 1) {
    const [before, here] = [tokens[place - 1], tokens[place]]
    if (!before || !here || !endsItem(before) || !beginsItem(here, tokens[place + 1])) continue
    if (isSecondWord(tokens, place)) continue
    const isLine = code.slice(before.end, here.start).includes('\n')
    const isCall = here.kind === 'word' && tokens[place + 1]?.text === '(' && place === index - 1
    const isTold = (place === index || isCall) && type === 'SyntaxError'
    if (here.text === '(' && before.kind === 'word' && before.end === here.start) continue
    const isPair = before.text === ')' && here.text === '('
    const sureness =
      (isTold ? 0.8 : 0.5) + (isLine ? 0.12 : 0) + (isPair ? 0.12 : 0) - (isTold ? 0 : 0.01 * Math.abs(index - place))
    // Without a failure at this very place, only a list over lines shows that a comma is missing.
    if (!isTold && !isLine && !isPair && !isPoint(tokens, place)) continue
    proposals.push({
      edits: [{ start: before.end, end: before.end, text: ',' }],
      why: `put a comma behind \`${before.text.slice(0, 40)}\``,
      sureness: Math.max(0.1, sureness),
    })
  }
  return proposals
}

/** `city TEXT joined DATE` is one column with a long type, until a statement uses the second name. */
function swallowed({ code, tokens, message }: SqlFault): Proposal[] {
  const unknown = unknownName(message)
  const [, wanted = 0, given = 0] = /has (\d+) columns but (\d+) values/.exec(message) ?? []
  const isCounted = Number(given) === Number(wanted) + 1
  if (unknown?.kind !== 'column' && !isCounted) return []
  return statementsOf(tokens).flatMap(({ tokens: own }) => {
    if (own[0]?.value !== 'CREATE' || !own.some(({ value }) => value === 'TABLE')) return []
    const place = own.findIndex((token, index) => {
      const isWanted = isCounted
        ? TYPES.includes(own[index + 1]?.value ?? '')
        : isSame(nameOf(token), unknown?.name ?? '')
      return isWanted && token.depth === 1 && nameOf(token) !== '' && !/^[(,.]$/.test(own[index - 1]?.text ?? '')
    })
    const before = own[place - 1]
    const next = own[place + 1]
    const isLine = before !== undefined && code.slice(before.end, own[place]?.start).includes('\n')
    const isTyped = before !== undefined && TYPES.includes(before.value)
    if (!before || next?.kind !== 'word' || (!isLine && !isTyped)) return []
    return [
      {
        edits: [{ start: before.end, end: before.end, text: ',' }],
        why: `put a comma before the column \`${nameOf(own[place])}\``,
        sureness: 0.97,
      },
    ]
  })
}

/** `a.x b.y`: the second item is no alias. */
const isPoint = (tokens: SqlToken[], place: number): boolean => tokens[place + 1]?.text === '.'

const ENDS = new Set([
  'NULL',
  'KEY',
  'END',
  'TRUE',
  'FALSE',
  'UNIQUE',
  'ASC',
  'DESC',
  'CURRENT_TIMESTAMP',
  'CURRENT_DATE',
  'CASCADE',
  'AUTOINCREMENT',
  'TEXT',
  'INTEGER',
  'REAL',
])

function endsItem({ kind, value, text }: SqlToken): boolean {
  if (kind === 'symbol') return text === ')' || text === '*'
  return kind !== 'word' || !isKeyword(value) || ENDS.has(value)
}

const BEGINS = new Set([
  'CASE',
  'NULL',
  'CAST',
  'COALESCE',
  'FOREIGN',
  'PRIMARY',
  'UNIQUE',
  'CHECK',
  'CONSTRAINT',
  'TRUE',
  'FALSE',
  'NOT',
  'EXISTS',
])

function beginsItem({ kind, value, text }: SqlToken, next: SqlToken | undefined): boolean {
  if (kind === 'symbol') return text === '('
  return kind !== 'word' || !isKeyword(value) || BEGINS.has(value) || (next?.text === '(' && value === 'REPLACE')
}

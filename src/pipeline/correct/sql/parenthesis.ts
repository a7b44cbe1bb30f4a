import { CLAUSES, FUNCTIONS, isKeyword } from '../../../language/sql/keywords.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import type { SqlToken } from './read-sql.ts'
import { readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'

export const parenthesis: Strategy = {
  id: 'sql/parenthesis',
  languages: SQL_LANGUAGES,
  title: 'Closes or opens a parenthesis, or takes one away that has no other half',
  answers: ['SyntaxError'],
  prior: 0.85,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const { open, stray } = balanceOf(fault.statement.tokens)
    const found = [
      ...(open.length > 0 ? closeOne(fault, open) : []),
      ...(stray.length > 0 ? [...openOne(fault), ...dropOne(fault, stray)] : []),
    ]
    return found.sort((one, other) => other.sureness - one.sureness).slice(0, 6)
  },
}

function balanceOf(tokens: SqlToken[]): { open: number[]; stray: number[] } {
  const open: number[] = []
  const stray: number[] = []
  for (const [index, { text }] of tokens.entries()) {
    if (text === '(') open.push(index)
    if (text === ')' && open.pop() === undefined) stray.push(index)
  }
  return { open, stray }
}

/** Words that cannot stand in parentheses with the token before them. */
const ENDS = new Set([...CLAUSES, ...'AS OVER THEN END AND OR SELECT DESC ASC WHEN ELSE FILTER'.split(' ')])

/** Words that begin an item of CREATE TABLE. */
const ITEMS = new Set(['FOREIGN', 'PRIMARY', 'UNIQUE', 'CHECK', 'CONSTRAINT'])

/** Closes a parenthesis behind the last token that can belong to it. */
function closeOne({ code, statement: { tokens }, index }: SqlFault, open: number[]): Proposal[] {
  const last = open.at(-1) ?? 0
  const isTable = tokens[0]?.value === 'CREATE' && open[0] === open.at(-1)
  const isSelect = tokens[last + 1]?.value === 'SELECT'
  const places: { place: number; sureness: number }[] = []
  for (let place = last + 1; place <= tokens.length; place += 1) {
    const token = tokens[place]
    const before = tokens[place - 1]
    if (
      !before ||
      before.text === '(' ||
      before.text === ',' ||
      (before.kind === 'symbol' && before.text !== ')' && before.text !== '*')
    )
      continue
    const isEnd = token === undefined || token.text === ';'
    const isClause = token?.kind === 'word' && ENDS.has(token.value) && (token.depth ?? 0) > 0
    const isComma = token?.text === ','
    if (!isEnd && !isClause && !isComma && place !== index && token?.text !== ')') continue
    const isItem =
      isComma && token.depth > 1 && tokens[0]?.value === 'CREATE' && ITEMS.has(tokens[place + 1]?.value ?? '')
    const isRow = isComma && tokens[place + 1]?.text === '(' && tokens[last - 1]?.value !== 'IN'
    places.push({
      place,
      sureness:
        surenessOf({ isRow, isItem, isEnd, isClause, isComma, isTable, isSelect, isTold: place === index }) -
        (isItem || (isEnd && isTable) ? 0 : 0.02 * places.length),
    })
  }
  return places.map(({ place, sureness }) => {
    const before = tokens[place - 1]
    const at = before?.end ?? code.length
    return {
      edits: [
        { start: at, end: at, text: isTable && code.slice(at, tokens[place]?.start).includes('\n') ? '\n)' : ')' },
      ],
      why: 'closed a parenthesis',
      sureness,
    }
  })
}

function surenessOf(place: {
  isRow: boolean
  isItem: boolean
  isEnd: boolean
  isClause: boolean
  isComma: boolean
  isTable: boolean
  isSelect: boolean
  isTold: boolean
}): number {
  if (place.isItem) return 0.94
  if (place.isRow && !place.isTable) return 0.93
  if (place.isTable) return place.isEnd ? 0.9 : place.isTold ? 0.75 : 0.4
  if (place.isEnd) return place.isSelect ? 0.7 : 0.75
  if (place.isSelect) return place.isTold ? 0.7 : 0.35
  if (place.isTold) return 0.92
  return place.isClause ? 0.8 : place.isComma ? 0.72 : 0.6
}

/** A word followed by a list without its opening parenthesis. */
function openOne({ statement: { tokens }, language }: SqlFault): Proposal[] {
  const functions = new Set((FUNCTIONS.get(language) ?? []).map((name) => name.toUpperCase()))
  return tokens.flatMap((token, place): Proposal[] => {
    const next = tokens[place + 1]
    const isRow =
      token.text === ',' && token.depth === 0 && tokens[place - 1]?.text === ')' && tokens[0]?.value === 'INSERT'
    if (isRow && next && next.text !== '(') {
      return [
        { edits: [{ start: next.start, end: next.start, text: '(' }], why: 'opened the row of values', sureness: 0.95 },
      ]
    }
    if (token.kind !== 'word' || !next || next.text === '(' || next.text === '.') return []
    const isCall =
      functions.has(token.value) &&
      (next.kind !== 'symbol' || next.text === '*') &&
      !(next.kind === 'word' && isKeyword(next.value) && next.value !== 'DISTINCT')
    const isList = token.value === 'VALUES' || token.value === 'IN' || token.value === 'KEY' || token.value === 'USING'
    const before = tokens[place - 1]
    const isTable =
      before?.value === 'TABLE' ||
      before?.value === 'INTO' ||
      (before?.value === 'EXISTS' && tokens[0]?.value === 'CREATE') ||
      (before?.value === 'REFERENCES' && next.kind !== 'symbol' && !isKeyword(next.value))
    const isExpression =
      token.value === 'AS' && (next.value === 'SELECT' || next.value === 'WITH') && tokens[0]?.value === 'WITH'
    const isWindow =
      token.value === 'OVER' || token.value === 'CAST' || token.value === 'CHECK' || token.value === 'EXISTS'
    if (!isCall && !isList && !isTable && !isExpression && !isWindow) return []
    const isGap = isTable || isExpression || token.value === 'IN' || token.value === 'VALUES'
    return [
      {
        edits: [{ start: token.end, end: token.end, text: isGap ? ' (' : '(' }],
        why: `opened a parenthesis behind \`${token.text}\``,
        sureness: isCall || isExpression ? 0.85 : 0.8,
      },
    ]
  })
}

/** Removes the closing parenthesis without an opening one, or one before the failure that closed too much. */
function dropOne({ statement: { tokens }, index }: SqlFault, stray: number[]): Proposal[] {
  const doubled = tokens.flatMap((token, place) =>
    token.text === ')' &&
    tokens[place - 1]?.text === ')' &&
    ((place < index && place > index - 8) || tokens[place + 1]?.value === 'REFERENCES')
      ? [place]
      : [],
  )
  return [...new Set([...doubled.reverse(), ...stray])].slice(0, 4).flatMap((place) => {
    const token = tokens[place]
    return token
      ? [
          {
            edits: [{ start: token.start, end: token.end, text: '' }],
            why: 'took away a closing parenthesis too many',
            sureness: 0.6,
          },
        ]
      : []
  })
}

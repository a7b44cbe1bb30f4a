import { isKeyword } from '../../../language/sql/keywords.ts'
import { distanceOf } from '../likely-names.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { type Lost, lostAtFailure } from './lost-at-failure.ts'
import { type SqlToken, statementsOf } from './read-sql.ts'
import { isSame, nameOf, readFault, SQL_LANGUAGES, type SqlFault } from './sql-fault.ts'
import { type SqlSchema, schemaOf } from './sql-schema.ts'

/** Puts back keywords that the tokens around their place determine. */
export const lostWord: Strategy = {
  id: 'sql/lost-word',
  languages: SQL_LANGUAGES,
  title: 'Puts back a lost word: FROM, INTO, VALUES, TABLE, ON, SET, BY, AND',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.88,
  propose(given) {
    const fault = readFault(given)
    if (!fault) return []
    const schema = schemaOf(statementsOf(fault.tokens), fault.tables)
    const { tokens } = fault.statement
    const found = [
      ...lostAtFailure(fault),
      ...tokens.flatMap((token, index) => lostBefore({ fault, schema, tokens, token, index })),
    ]
    return found
      .map(({ edit, word, sureness }): Proposal => ({ edits: [edit], why: `put \`${word}\` back`, sureness }))
      .slice(0, 5)
  },
}

interface Place {
  fault: SqlFault
  schema: SqlSchema
  tokens: SqlToken[]
  token: SqlToken
  index: number
}

const insert = (at: number, word: string, sureness: number): Lost[] => [
  { edit: { start: at, end: at, text: `${word} ` }, word, sureness },
]

function lostBefore(place: Place): Lost[] {
  const { tokens, token, index, schema } = place
  const before = tokens[index - 1]
  const next = tokens[index + 1]
  const isTable = schema.has(nameOf(token).toLowerCase())
  const is = (one: SqlToken | undefined, value: string) => one?.kind === 'word' && one.value === value
  if (is(before, 'INSERT') && isTable) return insert(token.start, 'INTO', 0.95)
  if (is(before, 'DELETE') && isTable) return insert(token.start, 'FROM', 0.95)
  if (is(before, 'CREATE') && nameOf(token) !== '' && !isKeyword(token.value) && next?.text === '(')
    return insert(token.start, 'TABLE', 0.9)
  if (
    (is(before, 'GROUP') || is(before, 'ORDER') || is(before, 'PARTITION')) &&
    !is(token, 'BY') &&
    nameOf(token) !== '' &&
    !isKeyword(token.value)
  )
    return insert(token.start, 'BY', 0.95)
  if (is(before, 'PRIMARY') || is(before, 'FOREIGN')) return is(token, 'KEY') ? [] : insert(token.start, 'KEY', 0.9)
  return [...lostFrom(place, isTable), ...lostValues(place), ...lostOn(place), ...lostSet(place)]
}

/** `SELECT a, b users WHERE …`: a table of the program at the end of a list. */
function lostFrom({ tokens, token, index }: Place, isTable: boolean): Lost[] {
  const before = tokens[index - 1]
  if (
    !isTable ||
    !before ||
    (before.kind === 'word' && distanceOf(before.value, 'FROM', 2) <= 2) ||
    (before.kind === 'symbol' && before.text !== ')' && before.text !== '*') ||
    (before.kind === 'word' && isKeyword(before.value) && before.value !== 'END')
  )
    return []
  const clause = tokens
    .slice(0, index)
    .findLast(
      ({ kind, value, depth }) =>
        kind === 'word' &&
        depth === token.depth &&
        /^(?:SELECT|FROM|JOIN|INTO|UPDATE|TABLE|WHERE|ON|SET|GROUP|ORDER)$/.test(value),
    )
  return clause?.value === 'SELECT' && tokens[index + 1]?.text !== '.' ? insert(token.start, 'FROM', 0.92) : []
}

/** `INSERT INTO t (a, b) (1, 2)`. */
function lostValues({ tokens, token, index }: Place): Lost[] {
  if (
    token.text !== '(' ||
    token.depth > 0 ||
    tokens[0]?.value !== 'INSERT' ||
    tokens.some(({ value, kind }) => kind === 'word' && (value === 'VALUES' || value === 'SELECT'))
  )
    return []
  const isSecond =
    tokens[index - 1]?.text === ')' || tokens[index + 1]?.kind === 'number' || tokens[index + 1]?.kind === 'string'
  const isFirst = tokens.slice(0, index).filter(({ text, depth }) => text === ')' && depth === 0).length <= 1
  return isSecond && isFirst ? insert(token.start, 'VALUES', 0.95) : []
}

/** `JOIN b b.id = a.id`. */
function lostOn({ tokens, token, index }: Place): Lost[] {
  const isEquation = tokens[index + 1]?.text === '.' && tokens[index + 3]?.text === '=' && nameOf(token) !== ''
  if (!isEquation) return []
  const last = tokens
    .slice(Math.max(0, index - 4), index)
    .findLast(({ kind, value }) => kind === 'word' && isKeyword(value) && value !== 'AS')
  const before = tokens[index - 1]
  const isBehindTable = last?.value === 'JOIN' && before !== undefined && nameOf(before) !== '' && before !== last
  return isBehindTable ? insert(token.start, 'ON', 0.95) : []
}

/** `UPDATE t a = 1`. */
function lostSet({ tokens, token, index }: Place): Lost[] {
  const isFirst = tokens[index - 2]?.value === 'UPDATE' && tokens[index + 1]?.text === '=' && !isSame(token.text, 'set')
  return isFirst ? insert(token.start, 'SET', 0.95) : []
}

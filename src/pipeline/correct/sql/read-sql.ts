import { DIALECTS, SQLITE } from '../../../language/sql/inside/dialect.ts'
import { readTokens, type Token } from '../../../language/sql/inside/read-tokens.ts'

export interface SqlToken {
  kind: 'word' | 'name' | 'string' | 'number' | 'symbol'
  text: string
  /** A word in capitals; a name without its quotes; else the text. */
  value: string
  start: number
  end: number
  /** Number of parentheses around the token. */
  depth: number
}

export interface SqlStatement {
  tokens: SqlToken[]
  start: number
  end: number
}

const PAIRS = new Set(['<=', '>=', '<>', '!=', '==', '||', '::', '->', '&&', '=!', '=<', '=>', '//', ':=', '<=>'])

/** Reads any text as tokens of SQL; comments and spaces are left out. */
export function readSql(code: string, language: string): SqlToken[] {
  const found: SqlToken[] = []
  let depth = 0
  for (const token of readTokens(code, DIALECTS[language] ?? SQLITE)) {
    const last = found.at(-1)
    const isPair = last?.kind === 'symbol' && last.end === token.start && PAIRS.has(last.text + token.text)
    if (last && isPair) {
      last.text += token.text
      last.value = last.text
      last.end += 1
      continue
    }
    const part = partOf(token, last)
    if (part) {
      last?.kind && mergeNumber(last, token)
      continue
    }
    if (token.text === ')') depth = Math.max(0, depth - 1)
    found.push({ ...kindOf(token), text: token.text, start: token.start, end: token.start + token.text.length, depth })
    if (token.text === '(') depth += 1
    if (token.text === ';') depth = 0
  }
  return found
}

/** The tokenizer reads `1.5` in three pieces. */
function partOf(token: Token, last: SqlToken | undefined): boolean {
  if (last?.kind !== 'number' || last.end !== token.start) return false
  return token.text === '.' ? !last.text.includes('.') : last.text.endsWith('.') && /^\d/.test(token.text)
}

function mergeNumber(last: SqlToken, token: Token): void {
  last.text += token.text
  last.value = last.text
  last.end += token.text.length
}

function kindOf({ kind, text }: Token): Pick<SqlToken, 'kind' | 'value'> {
  if (kind === 'symbol') return { kind: 'symbol', value: text }
  if (kind === 'word')
    return /^\d/.test(text) ? { kind: 'number', value: text } : { kind: 'word', value: text.toUpperCase() }
  if (/^(?:'|[eE]'|\$)/.test(text)) return { kind: 'string', value: text }
  return { kind: 'name', value: text.slice(1, -1) }
}

/** Splits a program into statements at its semicolons. */
export function statementsOf(tokens: SqlToken[]): SqlStatement[] {
  const statements: SqlStatement[] = []
  let own: SqlToken[] = []
  const finish = () => {
    const [first] = own
    const last = own.at(-1)
    if (first && last) statements.push({ tokens: own, start: first.start, end: last.end })
    own = []
  }
  for (const token of tokens) {
    own.push(token)
    if (token.text === ';') finish()
  }
  finish()
  return statements
}

import type { Dialect } from './dialect.ts'
import { readTokens, type Token } from './read-tokens.ts'

export interface Statement {
  text: string
  /** Offset in the program. */
  start: number
  tokens: Token[]
}

/** The statements of a program. Offsets of tokens count from the beginning of the program. */
export function splitStatements(source: string, dialect: Dialect): Statement[] {
  const statements: Statement[] = []
  let own: Token[] = []
  const finish = () => {
    const [first] = own
    const last = own.at(-1)
    if (first && last && own.some(({ text }) => text !== ';')) {
      statements.push({
        text: source.slice(first.start, last.start + last.text.length),
        start: first.start,
        tokens: own,
      })
    }
    own = []
  }
  for (const token of readTokens(source, dialect)) {
    own.push(token)
    if (token.text === ';' && !(dialect.triggerBodies && isInsideTrigger(own))) finish()
  }
  finish()
  return statements
}

/** `create trigger … begin … ; end;`: only the semicolon behind END is the statement's own. */
function isInsideTrigger(tokens: Token[]): boolean {
  const words = tokens.slice(0, 3).map(({ text }) => text.toLowerCase())
  const isTrigger = words[0] === 'create' && (words[1] === 'trigger' || words[2] === 'trigger')
  if (!isTrigger) return false
  const isEnd = tokens.at(-2)?.text.toLowerCase() === 'end' && tokens.at(-3)?.text === ';'
  return !isEnd
}

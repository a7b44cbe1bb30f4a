import type { SqlToken } from './read-sql.ts'

/** A call of a function as it stands in the code. */
export interface SqlCall {
  /** The name in capitals. */
  name: string
  start: number
  end: number
  /** Offset of the end of its name. */
  nameEnd: number
  /** Tokens of each argument. */
  args: SqlToken[][]
}

/** All calls, the outer ones first. */
export function callsIn(tokens: SqlToken[]): SqlCall[] {
  const calls: SqlCall[] = []
  const open: { call: SqlCall | undefined }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.text === ')') {
      const closed = open.pop()?.call
      if (closed) closed.end = token.end
    }
    const own = open.at(-1)?.call
    if (own && token.text === ',') own.args.push([])
    else for (const { call } of open.slice(-8)) call?.args.at(-1)?.push(token)
    if (token.text !== '(') continue
    const before = tokens[index - 1]
    const isCall = before?.kind === 'word' && before.end >= token.start - 1
    const call = isCall
      ? { name: before.value, start: before.start, nameEnd: before.end, end: -1, args: [[]] }
      : undefined
    if (call) calls.push(call)
    open.push({ call })
  }
  return calls.filter(({ end }) => end !== -1)
}

/** The source text of an argument. */
export const argumentText = (code: string, argument: SqlToken[] | undefined): string =>
  argument === undefined || argument.length === 0 ? '' : code.slice(argument[0]?.start, argument.at(-1)?.end)

import { parse } from 'unbash'
import { problemAt } from '../syntax/problem-at.ts'
import type { Parse } from '../syntax/syntax.ts'

/** For each open brace the parser looks for its end, to the end of the word. */
const MOST_OPEN_BRACES = 500
const [BRACE_OPEN, BRACE_CLOSED, SPACE] = [0x7b, 0x7d, 0x20]

/** Throws where a word has more open braces than any program: reading it would take the square of its length. */
export const parseBash: Parse = (source) => {
  if (hasDeepWord(source)) throw new Error('a word has too many open braces')
  return (parse(source).errors ?? []).map(({ message, pos }) => problemAt(source, pos, message))
}

function hasDeepWord(source: string): boolean {
  let open = 0
  for (let index = 0; index < source.length && open <= MOST_OPEN_BRACES; index++) {
    const code = source.charCodeAt(index)
    if (code === BRACE_OPEN) open++
    else if (code === BRACE_CLOSED) open = Math.max(0, open - 1)
    else if (code <= SPACE) open = 0
  }
  return open > MOST_OPEN_BRACES
}

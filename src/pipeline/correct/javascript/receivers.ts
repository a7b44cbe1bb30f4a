import { isPunctuation } from './grammar.ts'
import { closes, type Source } from './read-source.ts'

export interface Receiver {
  start: number
  end: number
  text: string
  /** The index of the method's name. */
  member: number
}

/** The values before `.method(` on a line, as far as they reach to the left. */
export function receiversOf(source: Source, method: string, line: number | undefined): Receiver[] {
  const { tokens, code } = source
  return tokens.flatMap((token, index) => {
    const isCalled = isPunctuation(tokens[index - 1], '.', '?.') && isPunctuation(tokens[index + 1], '(')
    if (token.line !== line || token.text !== method || !isCalled) return []
    const first = tokens[firstOf(source, index - 2)]
    const last = tokens[index - 2]
    if (!first || !last) return []
    return [{ start: first.start, end: last.end, text: code.slice(first.start, last.end), member: index }]
  })
}

/** The first token of the value that ends at an index: names and members, calls, places of lists, brackets. */
function firstOf(source: Source, end: number): number {
  const { tokens, partner } = source
  let at = end
  while (at > 0) {
    if (closes(tokens[at]) !== undefined) at = partner.get(at) ?? at
    const before = tokens[at - 1]
    if (isPunctuation(before, '.', '?.')) at -= 2
    else if (isPunctuation(tokens[at], '(', '[') && endsValue(source, at - 1)) at -= 1
    else return at
  }
  return at
}

const HEADS = new Set(['if', 'while', 'for', 'switch', 'return', 'of', 'in', 'case', 'typeof', 'await', 'else', 'do'])

function endsValue({ tokens }: Source, index: number): boolean {
  const token = tokens[index]
  return (token?.kind === 'name' && !HEADS.has(token.text)) || isPunctuation(token, ')', ']')
}

import { type Fault, mechanical, type Way } from './fault.ts'
import { replace } from './replace.ts'

const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Faults of brackets and commas are the same in every language that has them. */
export const bracketFaults: Fault[] = [
  mechanical('unclosed-parenthesis', replace(/\)/g, '')),
  mechanical('unclosed-bracket', replace(/\]/g, '')),
  mechanical('unclosed-brace', replace(/\}/g, '')),
  mechanical('extra-closing-bracket', replace(/\)/g, '))'), replace(/\]/g, ']]'), replace(/\}/g, '}}')),
  mechanical('mismatched-bracket', replace(/\)/g, ']'), replace(/\]/g, ')'), replace(/\}(?=[,)])/g, ']')),
]

/** Drops a comma between two items inside of `open`. */
export function missingComma(open: '(' | '[' | '{'): Way {
  return (source) =>
    replace(/(?<=[\w)\]}"'`]),(?=\s*[\w("'`[{-])/g, (_, { index }) =>
      enclosing(source.code, index) === open ? '' : null,
    )(source)
}

/** The innermost bracket around the place. */
function enclosing(code: string, place: number): string | undefined {
  const open: string[] = []
  for (const character of code.slice(0, place)) {
    if ('([{'.includes(character)) open.push(character)
    else if (PAIRS[character] === open.at(-1)) open.pop()
  }
  return open.at(-1)
}

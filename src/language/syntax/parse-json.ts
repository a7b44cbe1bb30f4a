import { problemAt } from './problem-at.ts'
import type { Parse } from './syntax.ts'

const TOKEN =
  /[ \t\r\n]+|[{}[\]:,]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** JSON.parse tells whether a text is valid, but often not the place of the error: the place is the first token that does not fit. */
export const parseJson: Parse = (source) => {
  try {
    JSON.parse(source)
    return []
  } catch (error) {
    const message = (error as Error).message.replace(/ in JSON at position.*$|, .{0,40} is not valid JSON$/s, '')
    return [problemAt(source, misfitOf(source), message)]
  }
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

function misfitOf(source: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  TOKEN.lastIndex = 0
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(source)?.[0]
    if (token === undefined) return at
    if (/^\s/.test(token)) continue
    const next = after(token, expected, open)
    if (next === undefined) return at
    expected = next
  }
  return source.length
}

/** The tokens that may follow this one, or undefined when this one may not stand here. */
function after(token: string, expected: Expected, open: string[]): Expected | undefined {
  const wants = (...kinds: Expected[]) => kinds.includes(expected)
  const inside = open.at(-1)
  const afterValue = (): Expected => (open.length > 0 ? 'comma or end' : 'nothing')
  if (token === '}' || token === ']') {
    const isEnd = wants('comma or end', token === '}' ? 'key or end' : 'value or end')
    if (!isEnd || inside !== (token === '}' ? '{' : '[')) return undefined
    open.pop()
    return afterValue()
  }
  if (token === ',') return wants('comma or end') ? (inside === '{' ? 'key' : 'value') : undefined
  if (token === ':') return wants('colon') ? 'value' : undefined
  if (wants('key', 'key or end')) return token.startsWith('"') ? 'colon' : undefined
  if (!wants('value', 'value or end')) return undefined
  if (token === '{' || token === '[') {
    open.push(token)
    return token === '{' ? 'key or end' : 'value or end'
  }
  return afterValue()
}

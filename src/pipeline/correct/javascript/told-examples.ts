import { declaredNames } from './declared-names.ts'
import { isPunctuation } from './grammar.ts'
import { closes, opens, readSource, type Source } from './read-source.ts'

/** A call that a comment tells with its result, both as they stand there. */
export interface ToldExample {
  call: string
  value: string
}

const MOST = 20
const LONGEST_LINE = 300
const GIVES =
  /^[`\s]*(?:={1,3}>?|[-–]>|→|➞|\/\/|#|returns?\b|gives\b|should (?:return|be|give)\b)[:\s`]*(?:=>|->|→|returns?\b)?[\s`]*/

/** Examples in comments, of functions that the program declares: `slug('A b') => 'a-b'`, `add(1, 2) returns 3`. */
export function toldExamples(code: string): ToldExample[] {
  const source = readSource(code)
  const names = new Set(declaredNames(source).keys())
  const lines = source.comments.flatMap(({ text }) => text.split('\n')).filter(({ length }) => length < LONGEST_LINE)
  const found = lines.flatMap((line) => exampleIn(line, names) ?? [])
  return [...new Map(found.map((each) => [each.call, each])).values()].slice(0, MOST)
}

function exampleIn(line: string, names: ReadonlySet<string>): ToldExample | undefined {
  // The mark of a comment is no code; a call behind it is.
  const text = line.replace(/^\s*(?:\/\*+|\*+\/?|\/\/+|>+)\s*/, '')
  const source = readSource(text)
  const at = source.tokens.findIndex(
    (token, index) => names.has(token.text) && isPunctuation(source.tokens[index + 1], '('),
  )
  const [first, last] = [source.tokens[at], source.tokens[source.partner.get(at + 1) ?? -1]]
  if (!first || !last) return undefined
  const rest = text.slice(last.end)
  const value = literalAt(readSource(rest.replace(GIVES, '')))
  return GIVES.test(rest) && value !== undefined ? { call: text.slice(first.start, last.end), value } : undefined
}

const WORDS = new Map(
  Object.entries({
    True: 'true',
    False: 'false',
    None: 'null',
    true: 'true',
    false: 'false',
    null: 'null',
    undefined: 'undefined',
    NaN: 'NaN',
  }),
)

/** The value that a text begins with; undefined where it begins with anything else. */
function literalAt({ code, tokens, partner }: Source): string | undefined {
  const [first, second] = tokens
  if (!first) return undefined
  if (opens(first) === '[' || opens(first) === '{') {
    const last = tokens[partner.get(0) ?? -1]
    return last && closes(last) !== undefined ? code.slice(0, last.end) : undefined
  }
  if (isPunctuation(first, '-') && second?.kind === 'number') return code.slice(0, second.end)
  const isPart = /^(?:%|\.?\w)/.test(code.slice(first.end))
  if (first.kind === 'number' || (first.kind === 'string' && !first.isUnclosed)) return isPart ? undefined : first.text
  return WORDS.get(first.text)
}

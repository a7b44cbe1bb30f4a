import type { Token } from '../../../language/javascript/tokens.ts'
import { asJson, isJson } from '../as-json.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

const LONGEST = 5_000

export const literalJson = onError({
  id: 'javascript/literal-json',
  title: 'Writes a text of the program as JSON, where only its quotes, words of Python or last commas are not',
  prior: 0.9,
  answers: ['SyntaxError'],
  propose: ({ tokens }, { diagnosis }) => {
    if (!/\bJSON\b/.test(diagnosis.message)) return []
    const edits = readTexts(tokens).flatMap((token) => {
      const text = textIn(token)
      const json = text === undefined || isJson(text) ? undefined : asJson(text)
      return json === undefined ? [] : [{ start: token.start, end: token.end, text: literalOf(json, token) }]
    })
    return edits.length === 0 ? [] : [{ edits, why: 'wrote a text as JSON', sureness: 0.93 }]
  },
})

/** Texts that stand in `JSON.parse(…)`, or in a variable that does. */
function readTexts(tokens: Source['tokens']): Token[] {
  const isArgument = (index: number): boolean =>
    isWord(tokens[index - 4], 'JSON') &&
    isPunctuation(tokens[index - 3], '.') &&
    isWord(tokens[index - 2], 'parse') &&
    isPunctuation(tokens[index - 1], '(') &&
    isPunctuation(tokens[index + 1], ')')
  const names = new Set(tokens.flatMap((token, index) => (isPlainName(token) && isArgument(index) ? [token.text] : [])))
  return tokens.filter((token, index) => {
    const isText = (token.kind === 'string' || token.kind === 'template') && !token.isUnclosed
    const isGiven = isPunctuation(tokens[index - 1], '=') && names.has(tokens[index - 2]?.text ?? '')
    const isWhole = isPunctuation(tokens[index + 1], ';') || tokens[index + 1]?.isFirst !== false
    return isText && (isArgument(index) || (isGiven && isWhole))
  })
}

/** The text of a literal; undefined for one with fields, or with signs that more than one reading has. */
function textIn({ text, start, end }: Token): string | undefined {
  if (end - start > LONGEST || !/^(["'`])[\s\S]*\1$/.test(text) || text.length < 4 || text.includes('${'))
    return undefined
  const inside = text.slice(1, -1)
  return /\\(?!["'`\\n])/.test(inside)
    ? undefined
    : inside.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
}

/** JSON has quotation marks, so that a text in apostrophes needs the fewest backslashes. */
function literalOf(json: string, { text }: Token): string {
  const mark = text.startsWith('`') ? '`' : "'"
  const escaped = json.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)
  return `${mark}${mark === '`' ? escaped : escaped.replaceAll('\n', '\\n')}${mark}`
}

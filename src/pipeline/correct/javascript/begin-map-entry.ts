import { isGivenAway } from './given-away.ts'
import { braceKind, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import { indentOf, type Source } from './read-source.ts'

const BEGINNINGS = new Map([
  ['push', '[]'],
  ['add', 'new Set()'],
  ['set', 'new Map()'],
])
const MOST_ENTRIES = 10

export const beginMapEntry = onError({
  id: 'javascript/begin-map-entry',
  title: 'Begins an entry of a Map that nothing has put there before it is added to',
  prior: 0.88,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const member = /^Cannot read properties of undefined \(reading '(\w{1,40})'\)/.exec(diagnosis.message)?.[1] ?? ''
    const start = BEGINNINGS.get(member)
    if (start === undefined) return []
    const asked = source.tokens.flatMap((token, index) =>
      token.line === diagnosis.line && token.isFirst && isPlainName(token) ? [index] : [],
    )
    return asked.slice(0, MOST_ENTRIES).flatMap((index) => {
      const token = source.tokens[index]
      const key = token && keyOf(source, index, member)
      if (!token || key === undefined || !beginsStatement(source, index) || !isNeverFilled(source, token.text, index))
        return []
      const text = `if (!${token.text}.has(${key})) ${token.text}.set(${key}, ${start});\n${indentOf(source, token.line)}`
      const edits = [{ start: token.start, end: token.start, text }]
      return [{ edits, why: `began an entry of \`${token.text}\` with \`${start}\` where it has none`, sureness: 0.93 }]
    })
  },
})

/** The key of `map.get(key).push(…)`, when asking for it twice has no effect. */
function keyOf({ tokens, partner, code }: Source, index: number, member: string): string | undefined {
  const open = index + 3
  const close = partner.get(open)
  const isGet =
    isPunctuation(tokens[index + 1], '.') && isWord(tokens[index + 2], 'get') && isPunctuation(tokens[open], '(')
  if (!isGet || close === undefined || !isPunctuation(tokens[close + 1], '.') || !isWord(tokens[close + 2], member))
    return undefined
  const inside = tokens.slice(open + 1, close)
  const isPlain = inside.every((token) => token.kind !== 'punctuation' || /^[.[\]]$/.test(token.text))
  return isPlain ? code.slice(tokens[open]?.end ?? 0, tokens[close]?.start ?? 0) : undefined
}

/** Whether another statement may stand before it: inside of a block, or outside of all. */
function beginsStatement(source: Source, index: number): boolean {
  const before = source.tokens[index - 1]
  if (isPunctuation(before, ';')) return true
  const open = isPunctuation(before, '{')
    ? index - 1
    : isPunctuation(before, '}')
      ? source.partner.get(index - 1)
      : undefined
  return open !== undefined && braceKind(source, open) === 'block'
}

function isNeverFilled(source: Source, name: string, from: number): boolean {
  if (kindOf(source, name) !== 'Map') return false
  const { tokens } = source
  const isEmpty = tokens.some(
    (token, index) =>
      index < from && token.text === name && isWord(tokens[index + 3], 'Map') && isPunctuation(tokens[index + 5], ')'),
  )
  const isSet = tokens.some((token, index) => token.text === name && isWord(tokens[index + 2], 'set'))
  const isGiven = tokens.some((token, index) => token.text === name && isGivenAway(source, index))
  return isEmpty && !isSet && !isGiven
}

import type { Edit } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { nearest } from './nearest.ts'
import { objectKeys } from './object-keys.ts'
import type { Source } from './read-source.ts'

export const spellKey = onError({
  id: 'javascript/spell-key',
  title: 'Takes a property out of an object by the name that it has there',
  prior: 0.9,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    if (!/undefined/.test(diagnosis.message)) return []
    const failing = new Set(source.tokens.flatMap(({ line, text }) => (line === diagnosis.line ? [text] : [])))
    return source.tokens.flatMap((_, index) => {
      const { edits, keys } = wrongKeys(source, index, failing)
      return edits.length === 0
        ? []
        : [{ edits, why: `took \`${keys.join('`, `')}\` out of the object by its name there`, sureness: 0.93 }]
    })
  },
})

/** Names of `const { nme } = user` that the object has under another spelling, and that the failing line uses. */
function wrongKeys(source: Source, index: number, failing: ReadonlySet<string>): { edits: Edit[]; keys: string[] } {
  const { tokens, partner } = source
  const [edits, keys]: [Edit[], string[]] = [[], []]
  const close = partner.get(index)
  const object = tokens[(close ?? index) + 2]
  const isPattern =
    isPunctuation(tokens[index], '{') &&
    isWord(tokens[index - 1], 'const', 'let', 'var') &&
    close !== undefined &&
    isPunctuation(tokens[close + 1], '=') &&
    isPlainName(object) &&
    !isPunctuation(tokens[close + 3], '.', '(', '[', '?.')
  const known = isPattern && object ? objectKeys(source, object.text) : undefined
  if (!known || close === undefined) return { edits, keys }
  const taken = new Set(tokens.slice(index + 1, close).map(({ text }) => text))
  for (let at = index + 1; at < close; at++) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    const isAlone = isPunctuation(tokens[at - 1], '{', ',') && isPunctuation(next, ',', '}')
    if (!isPlainName(token) || !isAlone || known.has(token.text) || !failing.has(token.text)) continue
    const [key] = nearest(
      token.text,
      [...known].filter((name) => !taken.has(name)),
    )
    if (key === undefined) continue
    edits.push({ start: token.start, end: token.start, text: `${key}: ` })
    keys.push(key)
  }
  return { edits, keys }
}

import type { Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { membersIn } from './known-names.ts'
import { staticsOf } from './members-of.ts'
import { distanceOf, nearest } from './nearest.ts'
import { offsetOf, tokenAt } from './offset-of.ts'
import type { Source } from './read-source.ts'

export const spellProperty = onError({
  id: 'javascript/spell-property',
  title: 'Corrects a misspelt property whose value was missing',
  prior: 0.8,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const isOurs =
      /^Cannot (?:read|set) properties of undefined|undefined is not iterable|is not iterable|^Cannot convert undefined/.test(
        diagnosis.message,
      )
    if (!isOurs) return []
    const { tokens } = source
    const at = Math.min(tokenAt(source, offsetOf(source, diagnosis)), tokens.length)
    const members = definedMembers(source)
    const found = tokens.flatMap((token, index) => {
      if (token.line !== diagnosis.line || index > at + 1 || members.has(token.text)) return []
      return isPunctuation(tokens[index - 1], '.', '?.') && !isPunctuation(tokens[index + 1], '(') ? [index] : []
    })
    const known = (index: number) => staticsOf(tokens[index - 2]?.text ?? '')
    const inNamespace = found.filter((index) => known(index)?.includes(tokens[index]?.text ?? '') === false)
    const own = found.filter((index) => known(index) === undefined)
    return [
      ...inNamespace.flatMap((index) => respell(source, index, begunBy(tokens[index]?.text ?? '', known(index) ?? []))),
      ...own.reverse().flatMap((index) => respell(source, index, members)),
    ]
  },
})

/** Properties that the code defines: keys, fields, methods. */
function definedMembers(source: Source): Set<string> {
  const { tokens } = source
  const counted = membersIn(source)
  const isDefined = (index: number): boolean => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]]
    if (isPunctuation(next, ':') && isPunctuation(before, '{', ',')) return true
    if (isPunctuation(before, '.') && isPunctuation(next, '=') && isWord(tokens[index - 2], 'this')) return true
    return isPunctuation(before, '{', ',') && isPunctuation(next, ',', '}')
  }
  const defined = new Set(
    tokens.flatMap((token, index) => (token.kind === 'name' && isDefined(index) ? [token.text] : [])),
  )
  for (const [name, count] of counted) if (count > 1) defined.add(name)
  return defined.add('length').add('size')
}

/** The one member that a cut name begins, in place of all that are like it. */
function begunBy(wrong: string, members: readonly string[]): Set<string> {
  const begun = wrong.length > 4 ? members.filter((name) => name.startsWith(wrong)) : []
  return new Set(begun.length === 1 ? begun : members)
}

function respell({ tokens }: Source, index: number, members: Set<string>): Proposal[] {
  const token = tokens[index]
  if (token === undefined) return []
  const same = tokens.filter((each, at) => each.text === token.text && isPunctuation(tokens[at - 1], '.', '?.'))
  const [only, second] = members
  const near = only !== undefined && second === undefined ? [only] : nearest(token.text, members)
  return near.slice(0, 2).map((name, order) => ({
    edits: same.map(({ start, end }) => ({ start, end, text: name })),
    why: `corrected the property \`${token.text}\` to \`${name}\``,
    sureness: Math.max(0.5, 0.95 - distanceOf(token.text, name) * 0.06 - order * 0.2),
  }))
}

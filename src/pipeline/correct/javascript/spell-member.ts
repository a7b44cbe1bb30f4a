import type { Proposal } from '../strategy.ts'
import { isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { membersIn } from './known-names.ts'
import { COMMON_MEMBERS, membersOf } from './members-of.ts'
import { distanceOf, nearest } from './nearest.ts'
import type { Source } from './read-source.ts'

/** Method names that people expect from elsewhere, with the methods that exist in JavaScript. */
const EXPECTED: Record<string, string[]> = {
  contains: ['includes', 'has'], includes: ['has'], has: ['includes'], push: ['add'], add: ['push', 'set'], put: ['set'], append: ['push', 'add'],
  remove: ['delete'], insert: ['push'], each: ['forEach'], foreach: ['forEach'], collect: ['map'], select: ['filter'], inject: ['reduce'],
  fold: ['reduce'], any: ['some'], all: ['every'], containsKey: ['has'], get_or_default: ['get'], lastindexof: ['lastIndexOf'], write: ['log'],
  println: ['log'], print: ['log'], flatten: ['flat'], copy: ['slice'], clone: ['slice'], concatenate: ['concat'],
} // biome-ignore format: a table

export const spellMember = onError({
  id: 'javascript/spell-member',
  title: 'Corrects a misspelt method, or one that has another name here',
  prior: 0.88,
  answers: ['TypeError'],
  propose: (source, { diagnosis, facts }) => {
    const [, receiver = '', wrong] =
      /(?:([\w$]+)|[)\]>'"`])\.([\w$#]+) is not a (?:function|constructor)/.exec(diagnosis.message.slice(0, 500)) ?? []
    if (wrong === undefined) return []
    const known = facts.members ?? membersOf(source, receiver)
    const own = [...membersIn(source)].flatMap(([name]) => (name === wrong ? [] : [name]))
    const expected = (Object.hasOwn(EXPECTED, wrong) ? (EXPECTED[wrong] ?? []) : []).filter(
      (name) => known?.includes(name) ?? true,
    )
    const near = known ? nearestOf(wrong, known) : nearest(wrong, [...own, ...COMMON_MEMBERS])
    const names = [...new Set([...expected, ...near])].slice(0, 5)
    return names.map((name, order) => {
      const isSure = known !== undefined || own.includes(name)
      const distance = expected.includes(name) ? 0.5 : distanceOf(wrong, name)
      return respell({ source, wrong, name, sureness: (isSure ? 0.98 : 0.9) - distance * 0.05 - order * 0.12 })
    })
  },
})

/** Against a known list of members, even a short name may miss a letter. */
const nearestOf = (wrong: string, known: readonly string[]): string[] => [
  ...new Set([...nearest(wrong, known), ...known.filter((name) => distanceOf(wrong, name) <= 1)]),
]

interface Respelling {
  source: Source
  wrong: string
  name: string
  sureness: number
}

/** Corrects every call of the wrong method; if the wrong one occurs more often than the other, the other is misspelt. */
function respell({ source, wrong, name, sureness }: Respelling): Proposal {
  const { tokens } = source
  const calls = tokens.filter((token, index) => token.text === wrong && isPunctuation(tokens[index - 1], '.', '?.'))
  const written = tokens.filter((token) => token.kind === 'name' && token.text === name)
  const isMisspeltThere = written.length === 1 && calls.length > 1 && written[0]?.isFirst
  const [old, text] = isMisspeltThere ? [written, wrong] : [calls, name]
  const edits = old.map(({ start, end }) => ({ start, end, text }))
  const why = isMisspeltThere
    ? `named the method \`${wrong}\`, as it is called`
    : `called \`${name}\` instead of \`${wrong}\`, which does not exist`
  return { edits, why, sureness }
}

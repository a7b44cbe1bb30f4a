import { INVISIBLE, plainCharacter } from '../../../language/plain-character.ts'
import type { Edit, Proposal } from '../strategy.ts'

/** Arrows belong to comments and texts here, and a long dash to options. */
const OWN = new Map([
  ['—', '--'],
  ['→', undefined],
  ['⇒', undefined],
])

interface CharacterOptions {
  isInString(offset: number): boolean
  /** The language's quote for texts, in place of double quotes. */
  quote: '"' | "'"
}

/** Proposals that replace typographic and invisible characters by plain ones; first only outside of strings. */
export function plainCharacters(code: string, { isInString, quote }: CharacterOptions): Proposal[] {
  const all = [...code.matchAll(/[^ -~\t\r\n]/g)].flatMap(({ index, 0: character }): Edit[] => {
    const plain = OWN.has(character) ? OWN.get(character) : plainCharacter(character)
    return plain === undefined ? [] : [{ start: index, end: index + 1, text: plain === '"' ? quote : plain }]
  })
  if (all.length === 0) return []
  const outside = all.filter(({ start }) => !isInString(start) || INVISIBLE.test(code[start] ?? ''))
  const why = 'replaced typographic and invisible characters by plain ones'
  const everywhere: Proposal = { edits: all, why, sureness: outside.length > 0 ? 0.6 : 0.4 }
  if (outside.length === 0) return [everywhere]
  const first: Proposal = { edits: outside, why, sureness: 0.95 }
  return outside.length === all.length ? [first] : [first, everywhere]
}

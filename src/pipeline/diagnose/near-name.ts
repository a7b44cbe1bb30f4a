import { nearNames, type Spelling } from '../../contract/near-names.ts'
import { KEYWORDS as OF_BASH } from '../../language/bash/commands.ts'
import { KEYWORDS as OF_JAVASCRIPT } from '../../language/javascript/keywords.ts'
import { KEYWORDS as OF_PYTHON, SOFT_KEYWORDS } from '../../language/python/keywords.ts'

const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_]*/gu
const LONGEST_NAME = 40
const MOST_NAMES = 3000
const MOST_CODE = 200_000

/** Keywords of languages, which are similar to many names and never meant. */
const WORDS = new Set([
  ...[...OF_PYTHON, ...SOFT_KEYWORDS, ...OF_JAVASCRIPT, ...OF_BASH],
  ...'end func local nil self where'.split(' '),
])

const SPELLING: Spelling = { most: (name, other) => Math.min(name.length < 4 ? 1 : 2, other.length - 1) }

/** The name in the program that is most like the given one, and the nearest line on which it stands. */
export function nearName(
  name: string,
  { code, line = 1 }: { code: string; line?: number | undefined },
): { name: string; line: number } | undefined {
  if (name.length < 2) return undefined
  const known = namesIn(code)
  const [near] = nearNames(name, known.keys(), SPELLING)
  return near && { name: near.name, line: nearest(known.get(near.name) ?? [line], line) }
}

function namesIn(code: string): Map<string, number[]> {
  const names = new Map<string, number[]>()
  for (const [index, text] of code.slice(0, MOST_CODE).split('\n').entries()) {
    for (const [name] of text.matchAll(IDENTIFIER)) {
      const places = names.get(name)
      if (places) places.push(index + 1)
      else if (names.size < MOST_NAMES && name.length <= LONGEST_NAME && !WORDS.has(name)) names.set(name, [index + 1])
    }
  }
  return names
}

const nearest = (places: number[], line: number): number =>
  places.reduce((best, place) => (Math.abs(place - line) < Math.abs(best - line) ? place : best))

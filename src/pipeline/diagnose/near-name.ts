import { editDistance } from '../../language/edit-distance.ts'

const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_]*/gu
const LONGEST_NAME = 40
const MOST_NAMES = 3000
const MOST_CODE = 200_000

/** Keywords of languages, which are similar to many names and never meant. */
const WORDS = new Set(
  `and as async await break case catch class const continue def del do done elif else end esac except export extends false
  False fi finally for from func function global if import in is lambda let local new nil None nonlocal not null or pass
  raise return select self static super switch then this throw true True try type undefined until var void where while
  with yield`.split(/\s+/),
)

/** The name in the program that is most like the given one, and the nearest line on which it stands. */
export function nearName(
  name: string,
  { code, line = 1 }: { code: string; line?: number | undefined },
): { name: string; line: number } | undefined {
  if (name.length < 2 || name.length > LONGEST_NAME) return undefined
  const most = name.length < 4 ? 1 : 2
  let best: { name: string; line: number; distance: number } | undefined
  for (const [other, places] of namesIn(code)) {
    if (other === name || WORDS.has(other) || Math.abs(other.length - name.length) > most) continue
    const distance = editDistance(name, other)
    if (distance > most || distance >= Math.min(other.length, best?.distance ?? Number.POSITIVE_INFINITY)) continue
    best = { name: other, line: nearest(places, line), distance }
  }
  return best && { name: best.name, line: best.line }
}

function namesIn(code: string): Map<string, number[]> {
  const names = new Map<string, number[]>()
  for (const [index, text] of code.slice(0, MOST_CODE).split('\n').entries()) {
    for (const [name] of text.matchAll(IDENTIFIER)) {
      const places = names.get(name)
      if (places) places.push(index + 1)
      else if (names.size < MOST_NAMES && name.length <= LONGEST_NAME) names.set(name, [index + 1])
    }
  }
  return names
}

const nearest = (places: number[], line: number): number =>
  places.reduce((best, place) => (Math.abs(place - line) < Math.abs(best - line) ? place : best))

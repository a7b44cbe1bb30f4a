import { type Mutation, mutationsAt } from '../../../language/javascript/mutations.ts'
import { lineOf, type Node } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import type { Range } from './main-part.ts'
import type { Place } from './mark-places.ts'
import type { Mutant } from './mutant.ts'

const MOST_SHOWN = 40

export interface MutantSource {
  program: Node
  code: string
  places: readonly Place[]
  mainPart: readonly Range[]
  /** Ranges of the program to mutate; undefined for all of it. */
  within?: readonly Range[] | undefined
}

/** Small faults in the functions of a program, in the order of its text; an even choice when there are too many. */
export function makeMutants({ program, code, places, mainPart, within }: MutantSource, most: number) {
  const found: (Mutation & { line: number })[] = []
  walk(program, (visit) => {
    const { node } = visit
    const start = node.start ?? 0
    if (node.type.startsWith('TS') && !('expression' in node)) return 'skip'
    const isIn = ([from, to]: Range) => start >= from && start < to
    if (mainPart.some(isIn)) return 'skip'
    if (!visit.isInFunction || (within && !within.some(isIn))) return undefined
    for (const mutation of mutationsAt(visit, code)) found.push({ ...mutation, line: lineOf(node) })
    return undefined
  })
  const step = Math.max(1, found.length / most)
  const chosen = found.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  const nearest = createNearest(places)
  const mutants = chosen.flatMap((mutation): Mutant[] => {
    const { start, end, text, line } = mutation
    const place = nearest(start)
    return place === undefined ? [] : [{ edit: [start, end, text], line, change: changeOf(mutation, code), place }]
  })
  return { mutants, leftOut: found.length - chosen.length }
}

function changeOf({ start, end, text, change }: Mutation, code: string): string {
  const shown = (part: string) =>
    (part.length > MOST_SHOWN ? `${part.slice(0, MOST_SHOWN)}…` : part).replace(/\s+/g, ' ')
  if (change) return change
  return text === ';'
    ? `\`${shown(code.slice(start, end))}\` removed`
    : `\`${shown(code.slice(start, end))}\` → \`${shown(text)}\``
}

/** The smallest counted piece around a character. */
function createNearest(places: readonly Place[]): (at: number) => number | undefined {
  const numbered = places.map((place, number) => ({ ...place, number }))
  numbered.sort((one, other) => one.end - one.start - (other.end - other.start))
  return (at) => numbered.find(({ start, end }) => at >= start && at < end)?.number
}

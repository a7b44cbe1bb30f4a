import { editDistance, type Slips } from './edit-distance.ts'

/** The weights of a ranking: which slips the authors of such names make, and how many of them are believed. */
export interface Spelling {
  slips?: Slips
  /** The form in which names are compared letter by letter; as they are by default. */
  plain?(name: string): string
  /** The distance of names that are the same words whatever letters they differ in, such as `rowCount` and `row_count`. */
  sameWords?(wrong: string, name: string): number | undefined
  /** Added to the slips, for names that are unlikely to be meant. */
  extra?(wrong: string, name: string): number
  /** The largest distance at which `name` may still be meant. */
  most(wrong: string, name: string): number
  /** Names are ranked by this value; without it the smallest distance is first. */
  likeness?(distance: number, wrong: string, name: string): number
}

export interface NearName {
  name: string
  distance: number
  likeness: number
}

/** Longer names are never recognizable misspellings of each other. */
const LONGEST = 60
/** More slips than these make another name, however long it is. */
const MOST_SLIPS = 3
const MOST_NAMES = 3000

/** Names that the author of `wrong` may have meant, the likeliest first, and equals in the order in which they were given. */
export function nearNames(wrong: string, names: Iterable<string>, spelling: Spelling): NearName[] {
  const found: NearName[] = []
  let measured = 0
  for (const name of new Set(names)) {
    if (name === wrong || measured > MOST_NAMES) continue
    const distance = nameDistance(wrong, name, spelling)
    if (Number.isFinite(distance)) measured++
    const isOther = distance >= Math.max(wrong.length, name.length)
    if (isOther || distance > spelling.most(wrong, name)) continue
    found.push({ name, distance, likeness: spelling.likeness?.(distance, wrong, name) ?? -distance })
  }
  return found.sort((one, other) => other.likeness - one.likeness)
}

/** The distance of two names; infinite for names that no slips explain. */
export function nameDistance(wrong: string, name: string, spelling: Spelling): number {
  const { slips = {}, plain = asItIs, sameWords, extra } = spelling
  if (Math.max(wrong.length, name.length) > LONGEST) return Number.POSITIVE_INFINITY
  const known = sameWords?.(wrong, name)
  if (known !== undefined) return known
  const [one, other] = [plain(wrong), plain(name)]
  if (Math.abs(one.length - other.length) * (slips.lost ?? 1) > MOST_SLIPS) return Number.POSITIVE_INFINITY
  return editDistance(one, other, { ...slips, most: MOST_SLIPS }) + (extra?.(wrong, name) ?? 0)
}

const asItIs = (name: string): string => name

/** A name without its case and style: `rowCount` and `row_count` are the same words. */
export const plainName = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()

/** The letters of a name without their order. */
export const lettersOf = (name: string): string => [...name].sort().join('')

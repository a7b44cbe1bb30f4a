import { editDistance } from '../../../contract/edit-distance.ts'
import { plainName } from '../near-names.ts'

export interface NearName {
  name: string
  /** From 0 to 1. */
  likeness: number
}

const LONGEST = 60
const MOST_NAMES = 3000

/** Names that the author of `wanted` may have meant, the nearest first. */
export function nearNames(wanted: string, names: Iterable<string>, how: How = {}): NearName[] {
  const found: NearName[] = []
  let seen = 0
  for (const name of new Set(names)) {
    if (name === wanted || name.length > LONGEST || seen++ > MOST_NAMES) continue
    const likeness = likenessOf(wanted, name, how)
    if (likeness > 0) found.push({ name, likeness })
  }
  return found.sort((a, b) => b.likeness - a.likeness)
}

interface How {
  /** With few names to choose from, short ones may differ by a letter too. */
  isLoose?: boolean
}

/** 0 for names that are not alike. */
export function likenessOf(wanted: string, name: string, { isLoose = false }: How = {}): number {
  if (wanted.length > LONGEST || Math.abs(wanted.length - name.length) > 3) return 0
  if (plainName(wanted) === plainName(name)) return 0.97
  const shorter = Math.min(wanted.length, name.length)
  const most = isLoose ? Math.max(1, mostDistance(shorter)) : mostDistance(shorter)
  if (isLoose && sortedLetters(wanted) === sortedLetters(name)) return 0.85
  const distance = editDistance(wanted, name, { swapped: SWAP_COST, changed: changeCost })
  if (distance > most) return 0
  const isLetterLost = wanted.length > 2 && (sortedLetters(wanted) === sortedLetters(name) || distance <= 1)
  const likeness = 1 - distance / Math.max(wanted.length, name.length)
  return Math.min(0.96, likeness + (isLetterLost ? 0.05 : 0))
}

/** `camelCase`, `snake_case` and `CAPITALS` of the same words are one. */

const sortedLetters = (name: string): string => [...name].sort().join('')

const mostDistance = (length: number): number => (length < 3 ? 0.9 : length < 5 ? 1 : length < 9 ? 2 : 3)

const SWAP_COST = 0.8
const NEIGHBOUR_COST = 0.9
const CASE_COST = 0.3

const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function areNeighbours(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  const [rowX, rowY] = [ROWS.findIndex((row) => row.includes(x)), ROWS.findIndex((row) => row.includes(y))]
  if (rowX === -1 || rowY === -1 || Math.abs(rowX - rowY) > 1) return false
  return Math.abs((ROWS[rowX] ?? '').indexOf(x) - (ROWS[rowY] ?? '').indexOf(y)) <= 1
}

function changeCost(x: string, y: string): number {
  if (x.toLowerCase() === y.toLowerCase()) return CASE_COST
  return areNeighbours(x, y) ? NEIGHBOUR_COST : 1
}

export interface Scored {
  document: number
  score: number
}

/** Reciprocal rank fusion: the constant that everybody uses. */
const K = 60

/** The best documents with a score above 0, the best first; equal ones in the order of their numbers. */
export function ranked(
  scores: Float32Array,
  { take, isWanted }: { take: number; isWanted(document: number): boolean },
): Scored[] {
  const best: Scored[] = []
  let least = 0
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number
    if (score <= least || !isWanted(document)) continue
    best.push({ document, score })
    if (best.length < take * 2) continue
    least = keepBest(best, take)
  }
  keepBest(best, take)
  return best
}

/** Shortens the list to the best; tells the least score that is still in it. */
function keepBest(list: Scored[], take: number): number {
  list.sort((a, b) => b.score - a.score || a.document - b.document)
  if (list.length > take) list.length = take
  return list.length === take ? (list.at(-1)?.score ?? 0) : 0
}

/** Joins lists by the places in them, whatever their scores mean. The score of a document that is first in all of them is 1. */
export function fuse(lists: readonly { list: readonly Scored[]; weight: number }[]): Scored[] {
  const sums = new Map<number, number>()
  const all = lists.reduce((sum, { weight }) => sum + weight, 0)
  for (const { list, weight } of lists) {
    for (const [place, { document }] of list.entries()) {
      sums.set(document, (sums.get(document) ?? 0) + (weight / all) * ((K + 1) / (K + 1 + place)))
    }
  }
  return [...sums]
    .map(([document, score]) => ({ document, score }))
    .sort((a, b) => b.score - a.score || a.document - b.document)
}

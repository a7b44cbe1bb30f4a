export interface Scored {
  document: number
  score: number
}

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

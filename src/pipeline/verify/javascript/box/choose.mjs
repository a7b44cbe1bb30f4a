const MOST_CASES = 12
/** So many are kept at least, where they show different things. */
const LEAST_CASES = 5

/** The fewest records that together reach and kill what all of them do; the plainest where several would do. */
export function choose(records, most = MOST_CASES) {
  const open = new Set(records.flatMap(({ gains }) => gains))
  const left = [...records].sort((one, other) => one.cost - other.cost)
  const chosen = []
  while (open.size > 0 && chosen.length < most) {
    const gainOf = ({ gains }) => gains.reduce((sum, gain) => sum + (open.has(gain) ? 1 : 0), 0)
    const best = left.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one), left[0])
    if (!best || gainOf(best) === 0) break
    chosen.push(best)
    for (const gain of best.gains) open.delete(gain)
  }
  for (const record of left) {
    if (chosen.length >= LEAST_CASES) break
    if (!record.isOdd && !chosen.some(({ key }) => key === record.key)) chosen.push(record)
  }
  return chosen.sort((one, other) => one.cost - other.cost)
}

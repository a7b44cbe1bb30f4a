const MOST_CASES = 12
/** At least so many cases are kept, where they show different things. */
const LEAST_CASES = 6
/** Longer outcomes are no longer read by anybody. */
const LONGEST_OUTCOME = 200

/** The fewest records that together reach and kill as much as all of them; the plainest where several would do. */
export function choose(records, most = MOST_CASES) {
  const open = new Set(records.flatMap(({ gains }) => gains))
  const left = [...records].sort((one, other) => one.cost - other.cost)
  // The first is the most usual one: a reader looks for it.
  const chosen = records.filter(({ isOdd }) => !isOdd).slice(0, 1)
  for (const { gains } of chosen) for (const gain of gains) open.delete(gain)
  while (open.size > 0 && chosen.length < most) {
    const gainOf = ({ gains }) => gains.reduce((sum, gain) => sum + (open.has(gain) ? 1 : 0), 0)
    const best = left.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one), left[0])
    if (!best || gainOf(best) === 0) break
    chosen.push(best)
    for (const gain of best.gains) open.delete(gain)
  }
  for (const record of varied(left, LEAST_CASES)) {
    if (chosen.length >= LEAST_CASES) break
    if (!chosen.some(({ key }) => key === record.key)) chosen.push(record)
  }
  return chosen.sort((one, other) => one.cost - other.cost)
}

/** Records with different outcomes, from the plainest to the richest. */
function varied(records, count) {
  const usual = records.filter(({ isOdd, key }) => !isOdd && key.length <= LONGEST_OUTCOME)
  // Values made by chance stand at the end: they are the least readable.
  const plain = usual.slice(0, Math.max(count * 2, usual.length / 3))
  const different = [...new Map(plain.toReversed().map((record) => [record.key, record])).values()]
  different.sort((one, other) => other.key.length - one.key.length)
  if (different.length <= count) return different
  return Array.from({ length: count }, (_, index) => different[Math.floor((index * different.length) / count)])
}

/** Bounds of a share that was seen `count` times of `of`, with 95 % confidence, after Wilson. */
export function wilson(count: number, of: number): [low: number, high: number] {
  if (of === 0) return [0, 1]
  const z = 1.96
  const share = count / of
  const middle = share + (z * z) / (2 * of)
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  const scale = 1 + (z * z) / of
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)]
}

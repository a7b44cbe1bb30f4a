export interface Size {
  /** Halstead's volume. */
  volume: number
  cyclomatic: number
  lines: number
}

/**
 * The maintainability index as Visual Studio scales it: 0 to 100, without a term for comments.
 * From 20 on it counts as good.
 */
export function maintainability({ volume, cyclomatic, lines }: Size): number {
  const raw = 171 - 5.2 * Math.log(Math.max(1, volume)) - 0.23 * cyclomatic - 16.2 * Math.log(Math.max(1, lines))
  return Math.round(Math.min(100, Math.max(0, (raw * 100) / 171)) * 10) / 10
}

/** The index of a whole program: that of the average of its parts, as its authors defined it. */
export function maintainabilityOfAll(parts: readonly Size[]): number {
  const average = (pick: (size: Size) => number) =>
    parts.reduce((sum, part) => sum + pick(part), 0) / Math.max(1, parts.length)
  return maintainability({
    volume: average(({ volume }) => volume),
    cyclomatic: average(({ cyclomatic }) => cyclomatic),
    lines: average(({ lines }) => lines),
  })
}

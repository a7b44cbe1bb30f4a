/** Offsets at which the lines of a source begin. They end as in every language we parse: with \n, \r\n or \r. */
export function lineStarts(source: string): number[] {
  const starts = [0]
  for (const ending of source.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length)
  return starts
}

/** The line that holds an offset, counted from 1. */
export function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle
  }
  return low + 1
}

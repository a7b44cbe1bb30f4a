import type { Place } from './remark-at.ts'

/** The place without the blank lines that a grammar counts to the end of a block. */
export const trimPlace = (source: string, { start, end }: Place): Place => ({
  start,
  end: start + source.slice(start, end).trimEnd().length,
})

import { z } from 'zod'
import { wholeNumber } from './page-query.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** Query parameters of all lists of log lines: a least level, and a moment to begin or end at. */
export const leastLevel = z.enum(LEVELS).default('debug')
export const lineCursor = {
  cursor: wholeNumber(0, 1e14).optional(),
  direction: z.enum(['forward', 'backward']).default('forward'),
}

export interface LineChoice {
  /** The time to read from, in milliseconds. */
  cursor?: number | undefined
  direction: 'forward' | 'backward'
  level: (typeof LEVELS)[number]
}

interface Line {
  atMs: number
  level: (typeof LEVELS)[number]
}

export const isAtLeast = (least: Line['level']) => (line: Line) => LEVELS.indexOf(line.level) >= LEVELS.indexOf(least)

/** Forward: the oldest first, from the cursor on. Backward: the newest first, up to the cursor. */
export function chooseLines<T extends Line>(all: readonly T[], { cursor, direction, level }: LineChoice): T[] {
  const isForward = direction === 'forward'
  const ordered = all.toSorted((one, other) => one.atMs - other.atMs)
  return (isForward ? ordered : ordered.toReversed())
    .filter(({ atMs }) => cursor === undefined || (isForward ? atMs >= cursor : atMs <= cursor))
    .filter(isAtLeast(level))
}

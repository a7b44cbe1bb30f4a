import type { Change } from '../change.ts'
import { fencedLines } from './fenced-program.ts'
import { unfinishedEnd } from './unfinished-end.ts'

/** The part of a text that is the program: without what stands around its fences, and without an end that was cut off and that the change leaves out. */
export function ownPart({ before, after }: Pick<Change, 'before' | 'after'>): string {
  const parts = fencedLines(before)
  if (parts)
    return before
      .split('\n')
      .map((line, at) => (parts[at] === 'code' ? line : ''))
      .join('\n')
  const isCut = after.length < before.length && before.startsWith(after.trimEnd())
  const end = isCut ? unfinishedEnd(before) : undefined
  return end !== undefined && before.slice(0, end).trimEnd() === after.trimEnd() ? before.slice(0, end) : before
}

import type { Candidate } from './join-blocks.ts'

/** A label of code that is about to be changed: `Your original code:`, `**Before**`, `Old version (slow):`. */
const EARLIER =
  /^[\s#>\d.)❌-]*(?:(?:here is|here['’]s|this is)\s+)?(?:(?:your|the|my)\s+)?(?:original|old|previous|current|existing|initial|deprecated|legacy)\b[^.]{0,40}[:\s]*$|^[\s#>\d.)-]*(?:what|the code) you (?:\w+ )?have\b[^.]{0,20}[:\s]*$|^[\s#>\d.)-]*before\b(?:\s*\([^)]*\)|\s+(?:the )?(?:fix|change|refactoring))?[:\s]*$/i
const LATER =
  /\b(?:correct(?:ed|ion)?|fix(?:ed)?|improved|new|updated|revised|refactored|rewritten|better|modern|optimi[sz]ed)\b|^[\s#>\d.)-]*after\b/i

/** Code that the answer shows only to replace it is not run beside the code that takes its place. */
export function withoutEarlierVersions(candidates: Candidate[]): Candidate[] {
  return candidates.map((candidate, index) => {
    const { block } = candidate
    if (!block.executable || !EARLIER.test(lastLine(block.context))) return candidate
    const next = candidates.slice(index + 1).find((other) => other.block.executable)
    if (!next || next.block.language !== block.language || !LATER.test(lastLine(next.block.context))) return candidate
    return {
      ...candidate,
      standsAlone: true,
      block: { ...block, executable: false, reason: 'an earlier version of a block behind it' },
    }
  })
}

const lastLine = (text = ''): string => text.replace(/[*_]/g, '').trim().split('\n').at(-1) ?? ''

import type { Change } from './change.ts'
import { changedPart } from './changed-part.ts'
import { countOf } from './count-of.ts'
import { withoutComments } from './without-comments.ts'

/** A block that had no body needs the one it was meant to have: with nothing in it the program runs, and does nothing. */
export function inventsEmptyBody({ before, after, language }: Change): string | undefined {
  const pattern = EMPTY_BODIES[language]
  if (!pattern) return undefined
  const changed = changedPart(withoutComments(before, language), withoutComments(after, language))
  const grows = countOf(changed.after, pattern) > countOf(changed.before, pattern)
  return grows ? 'it gives a block nothing to do' : undefined
}

const BRACES = /(?:\)|\belse|\btry|\bfinally|\bdo|=>)[ \t]*\{\s*;?\s*\}/g

/** Bodies that consist of a statement without effect, and of nothing else. */
const EMPTY_BODIES: Readonly<Record<string, RegExp | undefined>> = {
  python: /:[ \t]*(?:\n[ \t]*)*(?:pass|\.{3})[ \t]*(?=\n|;|$)/g,
  javascript: BRACES,
  typescript: BRACES,
  bash: /\b(?:then|do|else)\s+(?:true|:)\s*(?:;\s*)?(?=\b(?:fi|done|else|elif)\b)|\{\s*(?:true|:)\s*(?:;\s*)?\}/g,
}

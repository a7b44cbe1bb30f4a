import type { Change } from './change.ts'
import { changedPart } from './changed-part.ts'
import { countOf } from './count-of.ts'
import { withoutComments } from './without-comments.ts'

/**
 * Whether a change converts a type. As the answer to the failure itself it mends a known slip; behind another change it mostly makes
 * a wrong guess of the first one run.
 */
export function converts({ before, after, language }: Change): boolean {
  const pattern = CONVERSIONS[language]
  if (!pattern) return false
  const changed = changedPart(withoutComments(before, language), withoutComments(after, language))
  return countOf(changed.after, pattern) > countOf(changed.before, pattern)
}

const SCRIPT = /\b(?:Number|String|Boolean|parseInt|parseFloat|BigInt|Array\.from)\s*\(|\.toString\s*\(/g
const SQL = /\bCAST\s*\(|::\s*\w+/gi

const CONVERSIONS: Readonly<Record<string, RegExp | undefined>> = {
  python: /(?<![.\w])(?:int|float|str|list|tuple|set|dict|bool|bytes|map)\s*\(|\.(?:encode|decode)\s*\(/g,
  javascript: SCRIPT,
  typescript: SCRIPT,
  sql: SQL,
  postgres: SQL,
  duckdb: SQL,
}

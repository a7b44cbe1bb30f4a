import type { Fix, TextEdit } from '../contract/finding.ts'
import { applyEdits } from './apply-edits.ts'
import { unifiedDiff } from './unified-diff.ts'

/** The fix of a proposed change. A change that cannot be applied, or changes nothing, has none. */
export function fixOf(code: string, proposed: { title: string; edits: TextEdit[] } | undefined): { fix?: Fix } {
  if (!proposed) return {}
  const changed = applyEdits(code, proposed.edits)
  return changed === undefined ? {} : { fix: { ...proposed, diff: unifiedDiff(code, changed, 'program') } }
}

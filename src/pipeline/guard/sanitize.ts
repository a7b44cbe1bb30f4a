import type { Finding, TextEdit } from '../../contract/finding.ts'
import type { GuardReport } from '../../contract/guard.ts'
import { applyEdits } from '../apply-edits.ts'
import { unifiedDiff } from '../unified-diff.ts'

/** The program with all fixes that do not conflict. The worst finding comes first. */
export function sanitize(code: string, findings: readonly Finding[]): GuardReport['sanitized'] {
  const edits: TextEdit[] = []
  const rules: string[] = []
  for (const { rule, fix } of findings) {
    if (!fix || fix.edits.some((edit) => edits.some((other) => collides(edit, other)))) continue
    const fresh = fix.edits.filter((edit) => !edits.some((other) => isSame(edit, other)))
    if (fresh.length === 0) continue
    for (const edit of fresh) edits.push(edit)
    if (!rules.includes(rule)) rules.push(rule)
  }
  const changed = applyEdits(code, edits)
  return changed === undefined ? undefined : { code: changed, diff: unifiedDiff(code, changed, 'program'), rules }
}

/** Two fixes may need the same import; that is one edit. */
const isSame = (one: TextEdit, other: TextEdit): boolean =>
  one.start === other.start && one.end === other.end && one.text === other.text

const collides = (one: TextEdit, other: TextEdit): boolean =>
  !isSame(one, other) && one.start <= other.end && other.start <= one.end

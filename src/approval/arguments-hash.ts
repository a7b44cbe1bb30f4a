import { createHash } from 'node:crypto'
import type { ApprovalKind } from '../contract/approval.ts'

/** The same for equal JSON, in whatever order its keys stand, and for nothing else. */
export const argumentsHash = (kind: ApprovalKind, value: unknown): string =>
  createHash('sha256')
    .update(canonicalJson([kind, value ?? null]))
    .digest('hex')

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

import type { GuardReport } from '../../contract/guard.ts'
import type { Dangers, Program } from './find-dangers.ts'
import type { Judge } from './policy.ts'
import { sanitize } from './sanitize.ts'
import { scoreOf } from './score.ts'

/** The findings in a program, with the actions of a policy. */
export function reportOf(
  { code, language }: Program,
  { findings, leftOut, isPartial, unread }: Dangers,
  judge: Judge,
): GuardReport {
  const judged = findings.map((finding) => ({ ...finding, action: judge(finding) }))
  const sanitized = sanitize(code, findings)
  return {
    language,
    findings: judged,
    ...(leftOut > 0 && { leftOut }),
    score: scoreOf(judged),
    safe: judged.every(({ action }) => action !== 'block'),
    partial: isPartial,
    ...(unread && { unread }),
    ...(sanitized && { sanitized }),
  }
}

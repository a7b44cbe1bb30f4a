import type { Severity } from '../../contract/finding.ts'
import type { JudgedFinding } from '../../contract/guard.ts'

/** The share of trust in a program that one rule takes away. */
const WEIGHT: Record<Severity, number> = { info: 0, low: 0.05, medium: 0.2, high: 0.5, critical: 0.95 }

/** 1 when nothing speaks against the program. A rule counts once, by its worst spot; findings that the policy allows do not count. */
export function scoreOf(findings: readonly Pick<JudgedFinding, 'rule' | 'severity' | 'action'>[]): number {
  const worst = new Map<string, number>()
  for (const { rule, severity, action } of findings) {
    if (action !== 'allow') worst.set(rule, Math.max(worst.get(rule) ?? 0, WEIGHT[severity]))
  }
  const left = [...worst.values()].reduce((trust, weight) => trust * (1 - weight), 1)
  return Math.round(left * 1000) / 1000
}

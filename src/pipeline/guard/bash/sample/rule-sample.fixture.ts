import type { Severity } from '../../../../contract/finding.ts'

/** For one rule: what it must find, what looks alike and must pass, and what tries to hide from it. */
export interface RuleSample {
  rule: string
  dangerous: string
  /** The text of `dangerous` that is pointed at. */
  found: string
  severity: Severity
  harmless: string
  evasion: string
}

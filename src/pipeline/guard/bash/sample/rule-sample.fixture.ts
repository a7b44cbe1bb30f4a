import type { Severity } from '../../../../contract/finding.ts'

/** Programs for one rule: one it must find, similar ones that must pass, and ones that try to hide. */
export interface RuleSample {
  rule: string
  dangerous: string
  /** The text of `dangerous` that the finding marks. */
  found: string
  severity: Severity
  harmless: string
  evasion: string
}

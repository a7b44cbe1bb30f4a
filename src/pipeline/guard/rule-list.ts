import type { Severity } from '../../contract/finding.ts'
import type { GuardFamily } from '../../contract/guard.ts'
import type { LanguageGuard } from './rule.ts'

/** What is told about a rule, apart from how it finds things. */
export interface RuleInfo {
  id: string
  languages: readonly string[]
  family: GuardFamily
  severity: Severity
  title: string
  why: string
  remedy: string
  cwe: readonly number[]
}

export const rulesOf = (guards: readonly LanguageGuard[]): RuleInfo[] =>
  guards.flatMap(({ languages, rules }) => rules.map(({ find: _, ...told }) => ({ ...told, languages })))

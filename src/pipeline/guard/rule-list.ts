import type { GuardRuleInfo } from '../../contract/guard.ts'
import type { LanguageGuard } from './rule.ts'

/** What is told about rules, apart from how they find things. */
export const rulesOf = (guards: readonly LanguageGuard[]): GuardRuleInfo[] =>
  guards.flatMap(({ languages, rules }) =>
    rules.map(({ find: _, ...told }) => ({ ...told, cwe: [...told.cwe], languages: [...languages] })),
  )

import type { GuardRuleInfo } from '../../contract/guard.ts'
import type { LanguageGuard } from './rule.ts'

/** The public facts about rules, without their search. */
export const rulesOf = (guards: readonly LanguageGuard[]): GuardRuleInfo[] =>
  guards.flatMap(({ languages, rules }) =>
    rules.map(({ find: _, ...told }) => ({ ...told, cwe: [...told.cwe], languages: [...languages] })),
  )

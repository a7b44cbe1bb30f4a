import type { LanguageGuard } from './rule.ts'

/** Everything that looks for dangers; `*` stands for all languages. */
export const guards: readonly LanguageGuard[] = []

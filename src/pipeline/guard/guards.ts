import type { LanguageGuard } from './rule.ts'
import { textGuard } from './text/text-guard.ts'

/** Everything that looks for dangers; `*` stands for all languages. */
export const guards: readonly LanguageGuard[] = [textGuard as LanguageGuard]

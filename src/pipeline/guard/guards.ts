import { bashGuard } from './bash/bash-guard.ts'
import { javascriptGuard } from './javascript/javascript-guard.ts'
import type { LanguageGuard } from './rule.ts'
import { textGuard } from './text/text-guard.ts'

<<<<<<< HEAD
/** Everything that looks for dangers; `*` stands for all languages. Each finds in the programs that it read itself. */
export const guards = [bashGuard, javascriptGuard] as readonly unknown[] as readonly LanguageGuard[]
=======
/** Everything that looks for dangers; `*` stands for all languages. */
export const guards: readonly LanguageGuard[] = [textGuard as LanguageGuard]
>>>>>>> guard-text

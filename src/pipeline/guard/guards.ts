import { bashGuard } from './bash/bash-guard.ts'
import { javascriptGuard } from './javascript/javascript-guard.ts'
import type { LanguageGuard } from './rule.ts'
import { textGuard } from './text/text-guard.ts'

/** Everything that looks for dangers; `*` stands for all languages. Each finds in the programs that it read itself. */
export const guards = [bashGuard, javascriptGuard, textGuard] as readonly unknown[] as readonly LanguageGuard[]

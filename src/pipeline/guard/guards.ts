import { bashGuard } from './bash/bash-guard.ts'
import { callGuard } from './calls/call-guard.ts'
import { createInlineGuard } from './inline/inline-guard.ts'
import { javascriptGuard } from './javascript/javascript-guard.ts'
import { pythonGuard } from './python/python-guard.ts'
import type { LanguageGuard } from './rule.ts'
import { sqlGuard } from './sql/sql-guard.ts'
import { textGuard } from './text/text-guard.ts'

const plain = [pythonGuard, javascriptGuard, callGuard] as readonly unknown[] as readonly LanguageGuard[]

/** All guards; `*` stands for all languages. Each guard searches the programs that it read itself. */
export const guards = [
  pythonGuard,
  javascriptGuard,
  bashGuard,
  createInlineGuard(plain),
  sqlGuard,
  callGuard,
  textGuard,
] as readonly unknown[] as readonly LanguageGuard[]

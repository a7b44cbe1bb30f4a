import { findDangers } from '../find-dangers.ts'
import type { LanguageGuard } from '../rule.ts'
import { textGuard } from './text-guard.ts'

/** What the rules for every language find, the worst first. */
export const findInText = (code: string, language = 'python') =>
  findDangers({ code, language }, [textGuard as LanguageGuard]).findings

/** `rule severity`, without repetitions. */
export const told = (code: string, language?: string): string[] => [
  ...new Set(findInText(code, language).map(({ rule, severity }) => `${rule} ${severity}`)),
]

/** Put together here, so that no file of the repository has a key in it. */
export const key = (...parts: string[]): string => parts.join('')

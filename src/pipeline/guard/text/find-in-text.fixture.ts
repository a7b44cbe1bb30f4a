import { findDangers } from '../find-dangers.ts'
import type { LanguageGuard } from '../rule.ts'
import { textGuard } from './text-guard.ts'

/** Findings of the rules for every language, the worst first. */
export const findInText = (code: string, language = 'python') =>
  findDangers({ code, language }, [textGuard as LanguageGuard]).findings

/** `rule severity`, without repetitions. */
export const told = (code: string, language?: string): string[] => [
  ...new Set(findInText(code, language).map(({ rule, severity }) => `${rule} ${severity}`)),
]

/** Joined here, so that no file of the repository contains a key. */
export const key = (...parts: string[]): string => parts.join('')

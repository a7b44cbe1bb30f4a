import type { Language } from '../../language/language.ts'
import type { WarmKind } from '../../sandbox/warm-kind.ts'
import { withSupport } from './lay-down.ts'

/** Small, and used by most programs: each of them makes a fork dearer for all. */
const COMMON_MODULES =
  'collections contextlib copy dataclasses datetime enum functools itertools json math operator pathlib re string time typing'.split(
    ' ',
  )
/** Boxes in which nothing waits: for what has no interpreter that could. */
export const PLAIN = 'plain'
const DATA_MODULES = ['numpy', 'pandas', 'matplotlib', 'matplotlib.pyplot']

/** One kind for each language whose interpreter can wait, one for data science, and plain boxes for all others. */
export function warmKinds(languages: readonly Language[]): WarmKind[] {
  const kinds: WarmKind[] = [{ name: PLAIN, early: true, preload: COMMON_MODULES }]
  for (const language of languages) {
    const { id, command, fileName, reservedMb } = language
    if (!language.waiting) continue
    const { isEarly = true, ...waiting } = language.waiting
    const wait = { command, fileName, reservedMb, ...waiting, files: () => withSupport(new Map(), language) }
    kinds.push({ name: id, early: isEarly, preload: COMMON_MODULES, wait })
    // Ten times as large as the others: for hosts whose programs ask for it.
    const preload = [...COMMON_MODULES, ...DATA_MODULES]
    if (id === 'python') kinds.push({ name: 'python-data', early: false, preload, wait })
  }
  return kinds
}

/** The kind that is best for a program. */
export const warmKindOf = (language: Language, code: string): string =>
  language.warm?.(code) ?? (language.waiting ? language.id : PLAIN)

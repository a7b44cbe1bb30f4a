import type { Language } from '../../language/language.ts'
import type { WarmKind } from '../../sandbox/warm-kind.ts'
import { withSupport } from './lay-down.ts'

/** Small modules that most programs use: each one makes every fork more expensive. */
const COMMON_MODULES =
  'collections contextlib copy dataclasses datetime enum functools itertools json math operator pathlib re string time typing'.split(
    ' ',
  )
/** Sandboxes without a waiting interpreter, for languages in which none can wait. */
export const PLAIN = 'plain'
const DATA_MODULES = ['numpy', 'pandas', 'matplotlib', 'matplotlib.pyplot']

/** One kind for each language with an interpreter that can wait, one for data science, and plain sandboxes for all others. */
export function warmKinds(languages: readonly Language[]): WarmKind[] {
  const kinds: WarmKind[] = [{ name: PLAIN, early: true, preload: COMMON_MODULES }]
  for (const language of languages) {
    const { id, command, fileName, reservedMb } = language
    if (!language.waiting) continue
    const { isEarly = true, ...waiting } = language.waiting
    const wait = { command, fileName, reservedMb, ...waiting, files: () => withSupport(new Map(), language) }
    kinds.push({ name: id, early: isEarly, preload: COMMON_MODULES, wait })
    // Ten times as large as the others: only for hosts with programs that ask for it.
    const preload = [...COMMON_MODULES, ...DATA_MODULES]
    // Programs of this kind may show pictures.
    const showing = { ...wait, command: language.showing?.command ?? command }
    if (id === 'python') kinds.push({ name: 'python-data', early: false, preload, wait: showing })
  }
  return kinds
}

/** The kind of pooled sandbox that suits a program best. */
export const warmKindOf = (language: Language, code: string): string =>
  language.warm?.(code) ?? (language.waiting ? language.id : PLAIN)

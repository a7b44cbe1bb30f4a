import type { Language } from '../../language/language.ts'
import type { WarmKind } from '../../sandbox/warm-kind.ts'

/** Small, and used by most programs: each of them makes a fork dearer for all. */
const COMMON_MODULES =
  'collections contextlib copy dataclasses datetime enum functools itertools json math operator pathlib re string time typing'.split(
    ' ',
  )
const DATA_MODULES = ['numpy', 'pandas', 'matplotlib', 'matplotlib.pyplot']

/** One kind for each language whose interpreter can wait, one for data science, and plain boxes for all others. */
export function warmKinds(languages: readonly Language[]): WarmKind[] {
  const kinds: WarmKind[] = [{ name: 'plain', early: true, preload: COMMON_MODULES }]
  for (const { id, command, reservedMb, waiting } of languages) {
    if (!waiting) continue
    const wait = { command, reservedMb, ...waiting }
    kinds.push({ name: id, early: true, preload: COMMON_MODULES, wait })
    // Ten times as large as the others: for hosts whose programs ask for it.
    const preload = [...COMMON_MODULES, ...DATA_MODULES]
    if (id === 'python') kinds.push({ name: 'python-data', early: false, preload, wait })
  }
  return kinds
}

import type { CodePattern, MemoryAnalysis } from '../../contract/memory.ts'
import type { KnownRepair } from '../../store/code-memory/known-repair-rows.ts'
import { fieldsOf } from '../search/fields.ts'
import { identifiersIn, questionWords } from '../search/words.ts'

const MOST_SHOWN = 20
const LEAST_LETTERS = 3

/** Recurring programs, words and failures in the memory of one user. */
export function analysisOf(patterns: readonly CodePattern[], repairs: readonly KnownRepair[]): MemoryAnalysis {
  const words = new Map<string, number>()
  const languages = new Map<string, number>()
  for (const { code, task, language } of patterns) {
    add(languages, language)
    const { names, doc } = fieldsOf(code, task)
    const said = [...names, ...questionWords(identifiersIn(doc).join(' '))]
    for (const word of new Set(said.map((each) => each.toLowerCase())))
      if (word.length >= LEAST_LETTERS) add(words, word)
  }
  return {
    patterns: patterns.length,
    byLanguage: mostOf(languages, 1),
    recurring: patterns
      .filter(({ worked }) => worked > 1)
      .toSorted((a, b) => b.worked - a.worked)
      .slice(0, MOST_SHOWN),
    words: mostOf(words, 2),
    repairs: repairs
      .map(({ language, fingerprint, failure, won, lost }) => ({ language, fingerprint, failure, won, lost }))
      .slice(0, MOST_SHOWN),
  }
}

const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

const mostOf = (counts: Map<string, number>, least: number) =>
  [...counts]
    .filter(([, count]) => count >= least)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SHOWN)

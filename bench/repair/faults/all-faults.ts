import type { Fault } from './fault.ts'
import { copiedPythonFaults } from './python/copied.ts'
import { guardFaults } from './python/guards.ts'
import { habitFaults } from './python/habits.ts'
import { indentationFaults } from './python/indentation.ts'
import { nameFaults } from './python/names.ts'
import { objectFaults } from './python/objects.ts'
import { python2Faults } from './python/python2.ts'
import { removedFaults } from './python/removed.ts'
import { syntaxFaults } from './python/syntax.ts'
import type { CorpusLanguage } from './source.ts'

const FAULTS: Record<CorpusLanguage, Fault[]> = {
  python: [
    ...syntaxFaults,
    ...indentationFaults,
    ...copiedPythonFaults,
    ...python2Faults,
    ...habitFaults,
    ...nameFaults,
    ...objectFaults,
    ...removedFaults,
    ...guardFaults,
  ],
  javascript: [],
  typescript: [],
  bash: [],
  sql: [],
}

/** Every class of fault that the corpus knows for a language. */
export const faultsOf = (language: CorpusLanguage): Fault[] => FAULTS[language]

import { habitFaults as bashHabits } from './bash/habits.ts'
import { nameFaults as bashNames } from './bash/names.ts'
import { syntaxFaults as bashSyntax } from './bash/syntax.ts'
import { copiedFaults } from './copied.ts'
import type { Fault } from './fault.ts'
import { habitFaults as javascriptHabits } from './javascript/habits.ts'
import { nameFaults as javascriptNames } from './javascript/names.ts'
import { objectFaults as javascriptObjects } from './javascript/objects.ts'
import { syntaxFaults as javascriptSyntax } from './javascript/syntax.ts'
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
import { clauseFaults } from './sql/clauses.ts'
import { dialectFaults } from './sql/dialects.ts'
import { nameFaults as sqlNames } from './sql/names.ts'
import { syntaxFaults as sqlSyntax } from './sql/syntax.ts'
import { typeFaults } from './typescript/types.ts'

const JAVASCRIPT = [...javascriptSyntax, ...javascriptHabits, ...javascriptNames, ...javascriptObjects]

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
  javascript: [...JAVASCRIPT, ...copiedFaults('javascript')],
  typescript: [...JAVASCRIPT, ...typeFaults, ...copiedFaults('typescript')],
  bash: [...bashSyntax, ...bashHabits, ...bashNames, ...copiedFaults('bash')],
  sql: [...sqlSyntax, ...sqlNames, ...clauseFaults, ...dialectFaults, ...copiedFaults('sql')],
}

/** Every class of fault that the corpus knows for a language. */
export const faultsOf = (language: CorpusLanguage): Fault[] => FAULTS[language]

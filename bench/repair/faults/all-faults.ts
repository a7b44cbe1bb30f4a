import { bashFaults } from './bash/bash-faults.ts'
import type { Fault } from './fault.ts'
import { javascriptFaults } from './javascript/javascript-faults.ts'
import { pythonFaults } from './python/python-faults.ts'
import type { CorpusLanguage } from './source.ts'
import { sqlFaults } from './sql/sql-faults.ts'
import { typescriptFaults } from './typescript/typescript-faults.ts'

/** Every class of fault that the corpus knows, by language. */
export const allFaults: Record<CorpusLanguage, readonly Fault[]> = {
  python: pythonFaults,
  javascript: javascriptFaults,
  typescript: typescriptFaults,
  bash: bashFaults,
  sql: sqlFaults,
}

import { bashStrategies } from './bash/bash-strategies.ts'
import { javascriptStrategies } from './javascript/javascript-strategies.ts'
import { KNOWN_FUNCTION } from './memory/known-function.ts'
import { misspeltFile } from './misspelt-file.ts'
import { nameOfTest } from './name-of-test.ts'
import { pythonStrategies } from './python/python-strategies.ts'
import { sqlStrategies } from './sql/sql-strategies.ts'
import type { Strategy } from './strategy.ts'
import { VALUE_SEARCH } from './values/value-strategy.ts'

/** All strategies; each language lists its own. */
export const strategies: readonly Strategy[] = [
  ...pythonStrategies,
  ...javascriptStrategies,
  ...bashStrategies,
  ...sqlStrategies,
  nameOfTest,
  misspeltFile,
  VALUE_SEARCH,
  KNOWN_FUNCTION,
]

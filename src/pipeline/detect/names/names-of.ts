import { bashNames } from './bash-names.ts'
import { javascriptNames } from './javascript-names.ts'
import type { Names } from './names.ts'
import { pythonNames } from './python-names.ts'
import { scriptNames } from './script-names.ts'
import { sqlNames } from './sql-names.ts'

const READERS: Record<string, (code: string) => Names> = {
  python: pythonNames,
  javascript: javascriptNames,
  typescript: javascriptNames,
  sql: sqlNames,
  postgres: sqlNames,
  duckdb: sqlNames,
  bash: bashNames,
  ruby: scriptNames,
  r: scriptNames,
  lua: scriptNames,
}

/** Longer pieces are whole programs. */
const MAX_CODE = 50_000

/** Reads words without understanding them: undefined for languages in which programs are not split into pieces. */
export const namesOf = (language: string, code: string): Names | undefined =>
  code.length > MAX_CODE ? undefined : READERS[language]?.(code)

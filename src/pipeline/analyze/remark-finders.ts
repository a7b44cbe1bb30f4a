import { bashFinders } from './bash/bash-finders.ts'
import { javascriptFinders } from './javascript/javascript-finders.ts'
import type { Remark } from './language-analysis.ts'
import type { BashProgram, SqlProgram, TreeProgram } from './program.ts'
import { pythonFinders } from './python/python-finders.ts'
import { sqlFinders } from './sql/sql-finders.ts'

/** Reads, and never throws. Linear in the size of the program. */
export type RemarkFinder<Program> = (program: Program) => Remark[]

/** Who looks for style, practice, performance and refactoring, by language; remarks about complexity come from the measures. */
export const remarkFinders: {
  python: readonly RemarkFinder<TreeProgram>[]
  /** TypeScript too. */
  javascript: readonly RemarkFinder<TreeProgram>[]
  bash: readonly RemarkFinder<BashProgram>[]
  sql: readonly RemarkFinder<SqlProgram>[]
} = {
  python: pythonFinders,
  javascript: javascriptFinders,
  bash: bashFinders,
  sql: sqlFinders,
}

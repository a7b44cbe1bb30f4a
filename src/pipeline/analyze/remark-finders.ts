import { bashFinders } from './bash/bash-finders.ts'
import { fewPerRule } from './few-per-rule.ts'
import { javascriptFinders } from './javascript/javascript-finders.ts'
import type { BashProgram, SqlProgram, TreeProgram } from './program.ts'
import { pythonFinders } from './python/python-finders.ts'
import type { RemarkFinder } from './remark-finder.ts'
import { repeatedBlocksIn } from './repeated-blocks.ts'
import { sqlFinders } from './sql/sql-finders.ts'

export type { RemarkFinder } from './remark-finder.ts'

/** Finders for style, practice, performance and refactoring, by language; remarks about complexity come from the measures. */
export const remarkFinders: {
  python: readonly RemarkFinder<TreeProgram>[]
  /** These finders read TypeScript too. */
  javascript: readonly RemarkFinder<TreeProgram>[]
  bash: readonly RemarkFinder<BashProgram>[]
  sql: readonly RemarkFinder<SqlProgram>[]
} = {
  python: [...pythonFinders, repeatedBlocksIn('python')].map(fewPerRule),
  javascript: [...javascriptFinders, repeatedBlocksIn('javascript')].map(fewPerRule),
  bash: [...bashFinders, repeatedBlocksIn('bash')].map(fewPerRule),
  sql: sqlFinders.map(fewPerRule),
}

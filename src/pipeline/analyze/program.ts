import type { Script } from 'unbash'
import type { Statement } from '../../language/sql/inside/split-statements.ts'
import type { Tree } from '../../language/tree/tree.ts'

/** A program in Python, JavaScript or TypeScript, in the form that finders read. */
export interface TreeProgram {
  tree: Tree
  source: string
  language: string
}

/** Positions below an escaped backtick count in `script.source` of that part, not in `source`. */
export interface BashProgram {
  script: Script
  source: string
}

export interface SqlProgram {
  statements: Statement[]
  source: string
  /** The id of the dialect: `sql` (SQLite), `postgres`, `duckdb`. */
  language: string
}

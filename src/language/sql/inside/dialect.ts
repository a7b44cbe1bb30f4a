/** Differences between databases in reading the text of a statement, before it is understood. */
export interface Dialect {
  /** PostgreSQL and DuckDB: $$text$$ and $tag$text$tag$. */
  dollarQuotes: boolean
  /** PostgreSQL: comments within comments, and \ as an escape in E'text'. */
  nestedComments: boolean
  escapeStrings: boolean
  /** SQLite: [name] and `name`. */
  bracketNames: boolean
  /** SQLite: the body of a trigger has statements of its own. */
  triggerBodies: boolean
}

export const SQLITE: Dialect = {
  dollarQuotes: false,
  nestedComments: false,
  escapeStrings: false,
  bracketNames: true,
  triggerBodies: true,
}
export const POSTGRES: Dialect = {
  dollarQuotes: true,
  nestedComments: true,
  escapeStrings: true,
  bracketNames: false,
  triggerBodies: false,
}
export const DUCKDB: Dialect = { ...POSTGRES, nestedComments: false }

/** By the id of the language. */
export const DIALECTS: Readonly<Record<string, Dialect>> = { sql: SQLITE, postgres: POSTGRES, duckdb: DUCKDB }

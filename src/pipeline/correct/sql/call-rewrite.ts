import type { SqlToken } from './read-sql.ts'

/** Translates a function of another database; undefined when this one has it. */
export type CallRewrite = (call: { name: string; args: string[]; first: SqlToken[] }) => string | undefined

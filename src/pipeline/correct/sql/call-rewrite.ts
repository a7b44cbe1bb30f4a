import type { SqlToken } from './read-sql.ts'

/** A function of another database in the words of this one; undefined when this one has it. */
export type CallRewrite = (call: { name: string; args: string[]; first: SqlToken[] }) => string | undefined

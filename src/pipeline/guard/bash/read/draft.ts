import type { Unknown } from './bash-program.ts'

/** A word while it is put together. */
export interface Draft {
  text: string
  unknowns: Unknown[]
}

/** Stands between the words that one word falls into. No shell word has it. */
export const BREAK = '\0'

export const hole = (unknown: Unknown): Draft => ({ text: `\${${unknown.name}}`, unknowns: [unknown] })

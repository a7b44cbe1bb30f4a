import type { Unknown } from './bash-program.ts'

/** A word under construction. */
export interface Draft {
  text: string
  unknowns: Unknown[]
}

/** Separates the words that one word is split into. No shell word contains it. */
export const BREAK = '\0'

export const hole = (unknown: Unknown): Draft => ({ text: `\${${unknown.name}}`, unknowns: [unknown] })

import type { Remark } from './language-analysis.ts'

/** Reads, and never throws. Linear in the size of the program. */
export type RemarkFinder<Program> = (program: Program) => Remark[]

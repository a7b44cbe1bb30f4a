import type { Failure } from '../../src/pipeline/diagnose/diagnose.ts'

/** A program that fails in a box, and the pattern that knows how. */
export interface FailingProgram {
  pattern: string
  language: string
  code: string
}

export type Told = Pick<Failure, 'end' | 'stderr'>

/** With what was told when it ran. */
export type Recorded = FailingProgram & Told

import type { Failure } from '../../src/pipeline/diagnose/diagnose.ts'

/** A program that fails in a sandbox, and the pattern that recognises it. */
export interface FailingProgram {
  pattern: string
  language: string
  code: string
}

export type Told = Pick<Failure, 'end' | 'stderr'>

/** A program with the record of its run. */
export type Recorded = FailingProgram & Told

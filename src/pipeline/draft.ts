import type { ProgramTest } from '../contract/run.ts'
import type { Language } from '../language/language.ts'
import type { Execution } from './execution.ts'
import type { Quality } from './quality.ts'

/** A program of a request, before it runs. */
export interface Draft {
  block: number
  code: string
  language: Language
  /** With the block's own input and files. */
  request: Execution['request']
  tests: readonly ProgramTest[]
  /** The purpose of the program, when the request has it. */
  task: string | undefined
  quality: Quality
  /** The program's stderr from a failure elsewhere; then it is not run first. */
  error?: string | undefined
}

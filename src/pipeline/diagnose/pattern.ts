import type { ErrorCategory, ErrorSeverity, ProgramError } from '../../contract/diagnosis.ts'
import type { ExecutionEnd } from '../../contract/run.ts'

/** The parts of a failed program that patterns read. */
export interface Failing {
  language: string
  code: string
  end: Pick<ExecutionEnd, 'endedBy' | 'exitCode' | 'signal'>
  /** The interpreter's error, or the ending in the same form. */
  error: ProgramError
  /** The failing line of the program; empty when it is unknown. */
  line: string
  /** The last line of stderr. */
  said: string
  /** Whether the program ended itself: it raised, threw, asserted or exited. */
  isOwn: boolean
}

/** Conditions beside type and message. */
export interface Conditions {
  isOwn?: boolean
  line?: RegExp
  code?: RegExp
  /** The failing expression of that line. */
  expression?: RegExp
  said?: RegExp
  /** The other file, such as a library's, in which the failure happened. */
  file?: RegExp
  signals?: readonly string[]
  exitCodes?: readonly number[]
}

/** One kind of failure: its conditions and its facts. The first pattern that matches counts. */
export interface Pattern {
  /** `language/kind`, or `language/kind/special case`. */
  id: string
  /** Ids of languages; absent is every one. */
  languages?: readonly string[]
  /** Types of errors, without the module they come from; absent is every one. */
  types?: readonly string[]
  message?: RegExp
  when?: Conditions
  category: ErrorCategory
  severity: ErrorSeverity
  /** Whether a change of the program can help at all. */
  recoverable: boolean
  /** One sentence; `{1}` is the first group of the message, `explain.ts` lists the other words in braces. */
  explain: string
  /** Ids of strategies to try first. */
  strategies?: readonly string[]
}

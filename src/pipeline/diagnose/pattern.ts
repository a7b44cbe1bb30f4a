import type { ErrorCategory, ErrorSeverity, ProgramError } from '../../contract/diagnosis.ts'
import type { ExecutionEnd } from '../../contract/run.ts'

/** A program that failed, as far as patterns look at it. */
export interface Failing {
  language: string
  code: string
  end: Pick<ExecutionEnd, 'endedBy' | 'exitCode' | 'signal'>
  /** What the interpreter told, or the ending put into the same form. */
  error: ProgramError
  /** The failing line of the program; empty where none is known. */
  line: string
  /** The last thing it said to stderr. */
  said: string
  /** The program ended itself: it raised, threw, asserted or left. */
  isOwn: boolean
}

/** What must hold beside type and message. */
export interface Conditions {
  isOwn?: boolean
  line?: RegExp
  code?: RegExp
  /** The failing piece of that line. */
  expression?: RegExp
  said?: RegExp
  /** The failure happened in another file, such as a library's. */
  file?: RegExp
  signals?: readonly string[]
  exitCodes?: readonly number[]
}

/** One kind of failure: how it is known, and what is known about it. Of all that fit the first counts. */
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
  /** Whether changing the program can help at all. */
  recoverable: boolean
  /** One sentence; `{1}` is the first group of the message, `explain.ts` lists the other words in braces. */
  explain: string
  /** Ids of strategies to try first. */
  strategies?: readonly string[]
}

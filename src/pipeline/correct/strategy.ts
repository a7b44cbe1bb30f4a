import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { TextEdit } from '../../contract/finding.ts'
import type { Facts } from '../../language/language.ts'

/** A program that failed, with all known facts about the failure. */
export interface Fault {
  code: string
  /** The id of the language. */
  language: string
  diagnosis: Diagnosis
  /** Empty when the probe found nothing. */
  facts: Partial<Facts>
  /** The code of the test that the program failed, when the failure is one of a test. */
  test?: string
}

/** The edits of one proposal do not overlap. */
export type Edit = TextEdit

/** A repair of memory that stands behind a change. */
export interface Remembered {
  id: string
  /** How likely it is to be right by its record: nothing but tests makes it more. */
  trust: number
}

export interface Proposal {
  edits: Edit[]
  /** The change to this code, in plain words that follow "I": "closed the bracket that was opened on line 3". */
  why: string
  /** From 0 to 1: how sure the strategy is about this proposal, compared with its others. */
  sureness: number
  /**
   * The assumption of the change, in plain words: it makes up a value, swallows an error or skips work. Such a change
   * is bold, and is made only where the caller allows it.
   */
  assumption?: string
  /** The interpreter itself suggested the change. */
  isHinted?: boolean
  /** The remembered repair that the change is of. */
  remembered?: Remembered
}

/** Facts about a strategy, apart from its search for changes. */
export interface StrategyFacts {
  /** `language/action`, such as `python/close-bracket`. */
  id: string
  /** Ids of languages. */
  languages: readonly string[]
  /** The effect of the strategy, for the documentation. */
  title: string
  /** Types of errors that it can repair, such as `NameError`; `*` is any. */
  answers: readonly string[]
  /** From 0 to 1: how often the proposals of the strategy are right; learning starts from this value. */
  prior: number
  /** The proposals of the strategy that have an assumption, for the documentation; absent when none has. */
  bold?: string
}

/** One way to repair one kind of failure. It reads and proposes; it never runs anything. */
export interface Strategy extends StrategyFacts {
  /** Returns the best first; nothing when it does not apply. Linear in the length of the code, and never throws. */
  propose(fault: Fault): Proposal[]
}

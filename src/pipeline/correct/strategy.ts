import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { TextEdit } from '../../contract/finding.ts'
import type { Facts } from '../../language/language.ts'

/** A program that failed, with all that is known about the failure. */
export interface Fault {
  code: string
  /** By id. */
  language: string
  diagnosis: Diagnosis
  /** Empty when nothing could be learnt from a probe. */
  facts: Partial<Facts>
}

/** The edits of one proposal do not overlap. */
export type Edit = TextEdit

export interface Proposal {
  edits: Edit[]
  /** What it does to this code, in plain words that follow "I": "closed the bracket that was opened on line 3". */
  why: string
  /** From 0 to 1: how sure the strategy is about this one, among those it proposes. */
  sureness: number
  /** The interpreter itself suggested it. */
  isHinted?: boolean
}

/** What is told about a strategy, apart from how it finds its changes. */
export interface StrategyFacts {
  /** `language/what-it-does`, such as `python/close-bracket`. */
  id: string
  /** Ids of languages. */
  languages: readonly string[]
  /** What it does, for the documentation. */
  title: string
  /** Types of errors, such as `NameError`, that it can do something about; `*` is any. */
  answers: readonly string[]
  /** From 0 to 1: how often it is right when it proposes something; learning moves it from there. */
  prior: number
}

/** One way to repair one kind of failure. It reads and proposes; it never runs anything. */
export interface Strategy extends StrategyFacts {
  /** The best first; nothing when it does not apply. Linear in the length of the code, and never throws. */
  propose(fault: Fault): Proposal[]
}

import type { Severity, TextEdit } from '../../contract/finding.ts'
import type { GuardFamily } from '../../contract/guard.ts'

/** One kind of danger in programs of one language, as data: title, severity, reason, remedy, and the search for it. */
export interface GuardRule<Program> {
  /** `language/danger`, such as `python/shell-injection`. */
  id: string
  family: GuardFamily
  severity: Severity
  /** The danger, as a sentence without a full stop. */
  title: string
  /** The reason why it matters. */
  why: string
  /** The advice to the author. */
  remedy: string
  /** Numbers of the Common Weakness Enumeration. */
  cwe: readonly number[]
  /** Reads, and never runs anything. Linear in the size of the program, and never throws. */
  find(program: Program): Iterable<Spot>
}

/** The place of a finding, by offsets in UTF-16 units. */
export interface Spot {
  start: number
  end: number
  /** The message for this place, instead of the title of the rule. */
  message?: string
  /** The severity at this place, instead of the severity of the rule. */
  severity?: Severity
  /** A rewrite that is known to be safe: no legitimate use notices a difference. */
  fix?: { title: string; edits: TextEdit[] }
}

export interface Reading<Program> {
  program: Program
  isPartial: boolean
  /** A sentence about an unread part, where that is no fault of the program. */
  unread?: string
}

/** The guard of one family of languages. */
export interface LanguageGuard<Program = unknown> {
  /** Ids of the languages. */
  languages: readonly string[]
  rules: readonly GuardRule<Program>[]
  /** Reads a right or broken source. It may throw or take long for a hostile one: it is called in a thread that can be ended. */
  read(source: string, language: string): Reading<Program>
}

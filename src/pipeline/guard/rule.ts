import type { Severity, TextEdit } from '../../contract/finding.ts'
import type { GuardFamily } from '../../contract/guard.ts'

/** One kind of danger in programs of one language, as data: what, how bad, why, what to do, and how to find it. */
export interface GuardRule<Program> {
  /** `language/what-it-finds`, such as `python/shell-injection`. */
  id: string
  family: GuardFamily
  severity: Severity
  /** What it finds, as a sentence without a full stop. */
  title: string
  /** Why that matters. */
  why: string
  /** What to do about it. */
  remedy: string
  /** Numbers of the Common Weakness Enumeration. */
  cwe: readonly number[]
  /** Reads, and never runs anything. Linear in the size of the program, and never throws. */
  find(program: Program): Iterable<Spot>
}

/** Where a rule found something, by offsets in UTF-16 units. */
export interface Spot {
  start: number
  end: number
  /** What was found here, instead of the title of the rule. */
  message?: string
  /** How bad it is here, instead of the severity of the rule. */
  severity?: Severity
  /** A rewrite that is known to be safe: it changes nothing that a rightful use would notice. */
  fix?: { title: string; edits: TextEdit[] }
}

/** All that is known about the dangers of one family of languages. */
export interface LanguageGuard<Program = unknown> {
  /** By id. */
  languages: readonly string[]
  rules: readonly GuardRule<Program>[]
  /** Right or broken. It may throw or take long for a hostile source: it is called in a thread that can be ended. */
  read(source: string, language: string): { program: Program; isPartial: boolean }
}

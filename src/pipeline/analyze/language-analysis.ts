import type { Analysis, FunctionMetrics } from '../../contract/analysis.ts'
import type { Severity, TextEdit } from '../../contract/finding.ts'

export type AnalysisFamily = 'style' | 'practice' | 'performance' | 'complexity' | 'refactoring'

/** A remark on a place in the program, by offsets in UTF-16 units. */
export interface Remark {
  /** `language/finding`, or the name of Ruff's rule, such as `ruff/PERF401`. */
  rule: string
  family: AnalysisFamily
  severity: Severity
  start: number
  end: number
  message: string
  why: string
  remedy: string
  /** For performance: the cost, such as `O(n²) in the length of items`. */
  cost?: string
  from?: 'rules' | 'ruff'
  /** A small change that the user may apply. */
  fix?: { title: string; edits: TextEdit[] }
}

/** The analysis of one program, before offsets are turned into lines and columns. */
export type CodeReading = Omit<Analysis, 'language' | 'findings' | 'functions'> & {
  functions: FunctionMetrics[]
  remarks: Remark[]
}

/** The analysis of one family of languages. It reads broken programs too, and never throws because of a source. */
export interface LanguageAnalysis {
  /** Ids of the languages. */
  languages: readonly string[]
  read(source: string, language: string): CodeReading
}

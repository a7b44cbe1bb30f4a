import type { Analysis, FunctionMetrics } from '../../contract/analysis.ts'
import type { Severity, TextEdit } from '../../contract/finding.ts'

export type AnalysisFamily = 'style' | 'practice' | 'performance' | 'complexity' | 'refactoring'

/** Something worth a word, by offsets in UTF-16 units. */
export interface Remark {
  /** `language/what-it-finds`, or Ruff's name of it, such as `ruff/PERF401`. */
  rule: string
  family: AnalysisFamily
  severity: Severity
  start: number
  end: number
  message: string
  why: string
  remedy: string
  /** For performance: what it costs, such as `O(n²) in the length of items`. */
  cost?: string
  from?: 'rules' | 'ruff'
  /** A small change that is offered. */
  fix?: { title: string; edits: TextEdit[] }
}

/** What is read from one program, before places are turned into lines and columns. */
export type CodeReading = Omit<Analysis, 'language' | 'findings' | 'functions'> & {
  functions: FunctionMetrics[]
  remarks: Remark[]
}

/** One family of languages. It works on broken programs too, and never throws for the sake of a source. */
export interface LanguageAnalysis {
  /** By id. */
  languages: readonly string[]
  read(source: string, language: string): CodeReading
}

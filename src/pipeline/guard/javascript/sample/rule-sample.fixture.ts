/** Programs for one rule: dangers it finds, hidden ones it finds too, and harmless ones that only look alike. */
export interface RuleSample {
  rule: string
  /** A program, and the beginning of the text that the finding marks. */
  dangers: readonly (readonly [code: string, at: string])[]
  evasions: readonly (readonly [code: string, at: string])[]
  /** No rule has a high or worse finding in these. */
  harmless: readonly string[]
  /** Both languages, unless only one of them has the syntax. */
  language?: 'javascript' | 'typescript'
}

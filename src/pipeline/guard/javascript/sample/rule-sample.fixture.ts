/** Programs that show what one rule finds, what it finds though it is hidden, and what only looks like it. */
export interface RuleSample {
  rule: string
  /** A program, and the beginning of the text where the rule finds something. */
  dangers: readonly (readonly [code: string, at: string])[]
  evasions: readonly (readonly [code: string, at: string])[]
  /** Nothing in these is high or worse, for any rule. */
  harmless: readonly string[]
  /** Both, unless it is written in what only one of them has. */
  language?: 'javascript' | 'typescript'
}

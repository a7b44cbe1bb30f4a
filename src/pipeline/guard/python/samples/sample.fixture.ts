/** What shows a rule at work: programs, and the text at which the rule finds something. */
export interface RuleSample {
  rule: string
  /** Plainly what the rule is about. */
  dangerous: [code: string, at: string]
  /** The same danger, written so that a search for names misses it. */
  evasion: [code: string, at: string]
  /** Looks alike, and is nothing that a reviewer would stop. */
  harmless: string
}

export const lines = (...code: string[]): string => `${code.join('\n')}\n`

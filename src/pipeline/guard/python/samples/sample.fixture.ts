/** Samples for one rule: programs, and the text that the finding marks. */
export interface RuleSample {
  rule: string
  /** A plain case of the danger. */
  dangerous: [code: string, at: string]
  /** The same danger, written so that a search for names misses it. */
  evasion: [code: string, at: string]
  /** A program that looks alike, and that no reviewer would stop. */
  harmless: string
}

export const lines = (...code: string[]): string => `${code.join('\n')}\n`

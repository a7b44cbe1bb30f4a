import type { LanguageAnalysis } from './language-analysis.ts'

/** One for each family of languages. */
export const analyses: readonly LanguageAnalysis[] = []

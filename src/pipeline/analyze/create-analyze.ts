import type { Analysis } from '../../contract/analysis.ts'
import type { Stage } from '../stage.ts'
import type { AttemptDraft } from '../stages.ts'

export interface AnalyzeParts {
  analysisOf(program: { code: string; language: string }, signal?: AbortSignal): Promise<Analysis | undefined>
}

/** Emits the analysis of a program, or nothing for a language without an analysis. */
export function createAnalyze({ analysisOf }: AnalyzeParts): Stage<AttemptDraft, void> {
  return async ({ block, attempt, code, language }, { emit, signal, cause }) => {
    const analysis = await analysisOf({ code, language: language.id }, signal)
    if (analysis) emit({ type: 'code.analyzed', block, attempt, analysis, cause })
  }
}

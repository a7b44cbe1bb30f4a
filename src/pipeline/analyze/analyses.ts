import { analyzeBash } from './analyze-bash.ts'
import { analyzeJavascript } from './analyze-javascript.ts'
import { analyzePython } from './analyze-python.ts'
import { analyzeSql } from './analyze-sql.ts'
import type { LanguageAnalysis } from './language-analysis.ts'

/** One for each family of languages. */
export const analyses: readonly LanguageAnalysis[] = [analyzePython, analyzeJavascript, analyzeBash, analyzeSql]

import { createPythonLint, type RuffDiagnostic } from '../../../language/ruff/lint-python.ts'
import type { LanguageGuard } from '../rule.ts'
import { type PythonProgram, programOf } from './program.ts'
import { pythonRules } from './python-rules.ts'
import { readProgram } from './read/read-program.ts'
import { RUFF_ROWS } from './rules/ruff-rules.ts'

let lint: ((source: string) => RuffDiagnostic[]) | undefined

/** What is known about dangers in Python. */
export const pythonGuard: LanguageGuard<PythonProgram> = {
  languages: ['python'],
  rules: pythonRules,
  read: (source) => {
    const { tree, facts, isPartial } = readProgram(source)
    return { program: programOf({ tree, facts, diagnostics: diagnosticsOf(tree.source) }), isPartial }
  },
}

/** Ruff takes long to start, so it starts when it is first needed. What exhausts it is judged by our own rules alone. */
function diagnosticsOf(source: string): RuffDiagnostic[] {
  try {
    lint ??= createPythonLint(Object.keys(RUFF_ROWS))
    return lint(source)
  } catch {
    return []
  }
}

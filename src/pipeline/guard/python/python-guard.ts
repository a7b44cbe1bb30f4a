import { createPythonLint, type RuffDiagnostic } from '../../../language/python/lint-python.ts'
import type { Tree } from '../../../language/tree/tree.ts'
import type { LanguageGuard } from '../rule.ts'
import { withoutCutText } from './cut-text.ts'
import { type PythonProgram, programOf } from './program.ts'
import { pythonRules } from './python-rules.ts'
import { type ProgramReading, readProgram } from './read/read-program.ts'
import { RUFF_ROWS } from './rules/ruff-rules.ts'

let lint: ((tree: Tree) => RuffDiagnostic[]) | undefined

/** The guard for Python. */
export const pythonGuard: LanguageGuard<PythonProgram> = {
  languages: ['python'],
  rules: pythonRules,
  read: (source) => {
    const { tree, facts, isPartial } = readCutOut(source)
    return { program: programOf({ tree, facts, diagnostics: diagnosticsOf(tree) }), isPartial }
  },
}

/** Cut-outs are short; a longer program may be partial only because its reading took too long. */
const LONGEST_CUT_OUT = 20_000

/** Reads a program; one that is broken is read again without the end of a text at its beginning. */
function readCutOut(source: string): ProgramReading {
  const whole = readProgram(source)
  if (!whole.isPartial || source.length > LONGEST_CUT_OUT) return whole
  const { rest, cut } = withoutCutText(source)
  // Lines that are Python are code, whatever stands behind them: they must not be hidden.
  const isText = cut !== '' && readProgram(cut).isPartial
  return isText ? { ...readProgram(rest), isPartial: true } : whole
}

/** Ruff takes long to start, so it starts when it is first needed, and checks a program once. */
function diagnosticsOf(tree: Tree): () => RuffDiagnostic[] {
  let found: RuffDiagnostic[] | undefined
  return () => {
    lint ??= createPythonLint(Object.keys(RUFF_ROWS))
    found ??= lint(tree)
    return found
  }
}

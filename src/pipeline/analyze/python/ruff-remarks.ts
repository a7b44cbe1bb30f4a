import { createPythonLint, type RuffDiagnostic } from '../../../language/python/lint-python.ts'
import type { Tree } from '../../../language/tree/tree.ts'
import type { Remark } from '../language-analysis.ts'
import type { TreeProgram } from '../program.ts'
import { ruffRules } from './ruff-rules.ts'

let lint: ((tree: Tree) => RuffDiagnostic[]) | undefined

/** Remarks from Ruff. Its rules about danger belong to the guard, and syntax errors are reported elsewhere. */
export function ruffRemarks({ tree, source }: TreeProgram): Remark[] {
  lint ??= createPythonLint([...ruffRules.keys()])
  return lint(tree).flatMap((diagnostic) => remarkOf(diagnostic, source) ?? [])
}

function remarkOf({ code, message, start, end, fix }: RuffDiagnostic, source: string): Remark | undefined {
  const rule = ruffRules.get(code)
  if (!rule) return undefined
  const { fix: isSafe, ...said } = rule
  const remark: Remark = { rule: `ruff/${code}`, ...said, start, end, message, from: 'ruff' }
  // Ruff drops comments inside of the code that it rewrites.
  const dropsComment = fix?.edits.some((edit) => source.slice(edit.start, edit.end).includes('#'))
  return fix && isSafe && !dropsComment ? { ...remark, fix } : remark
}

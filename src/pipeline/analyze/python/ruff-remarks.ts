import { createPythonLint, type RuffDiagnostic } from '../../../language/ruff/lint-python.ts'
import { depthOf } from '../depth-of.ts'
import type { Remark } from '../language-analysis.ts'
import type { TreeProgram } from '../program.ts'
import { ruffRules } from './ruff-rules.ts'

/** Thousands of names that it does not know take Ruff seconds; nobody reads remarks on so much. */
const MOST_LENGTH = 100_000

/** Ruff calls itself for each level, and what exhausts its stack ends it for all programs behind. People stay far below. */
const MOST_DEPTH = 300

let lint: ((source: string) => RuffDiagnostic[]) | undefined

/** What Ruff has to say. Its rules about danger are those of the guard, and errors of syntax are told elsewhere. */
export function ruffRemarks({ tree, source }: TreeProgram): Remark[] {
  if (source.length > MOST_LENGTH || depthOf(tree.root) > MOST_DEPTH) return []
  lint ??= createPythonLint([...ruffRules.keys()])
  return lint(source).flatMap((diagnostic) => remarkOf(diagnostic, source) ?? [])
}

function remarkOf({ code, message, start, end, fix }: RuffDiagnostic, source: string): Remark | undefined {
  const rule = ruffRules.get(code)
  if (!rule) return undefined
  const { fix: isSafe, ...said } = rule
  const remark: Remark = { rule: `ruff/${code}`, ...said, start, end, message, from: 'ruff' }
  // Ruff drops comments that stand inside of what it rewrites.
  const dropsComment = fix?.edits.some((edit) => source.slice(edit.start, edit.end).includes('#'))
  return fix && isSafe && !dropsComment ? { ...remark, fix } : remark
}

import { PositionEncoding, Workspace, type Diagnostic as WorkspaceDiagnostic } from '@astral-sh/ruff-wasm-nodejs'
import type { TextEdit } from '../../contract/finding.ts'

/** The oldest Python that hosts have: what it parses, newer ones parse too. */
const TARGET = 'py311'

/** What Ruff says about one place, by offsets in UTF-16 units. */
export interface RuffDiagnostic {
  /** The code of the rule, such as `S506`, or `invalid-syntax`. */
  code: string
  message: string
  start: number
  end: number
  fix?: { title: string; edits: TextEdit[] }
}

/**
 * Ruff with a choice of its rules, in WebAssembly. Creating one takes long, each use a millisecond or so; a hostile
 * source can exhaust it: call it in a thread that can be ended.
 */
export function createPythonLint(select: readonly string[]): (source: string) => RuffDiagnostic[] {
  const workspace = new Workspace({ 'target-version': TARGET, lint: { select } }, PositionEncoding.Utf16)
  return (source) => {
    const found = workspace.check(source) as WorkspaceDiagnostic[]
    if (found.length === 0) return []
    const offsetOf = offsetsIn(source)
    return found.map((diagnostic) => readDiagnostic(diagnostic, offsetOf))
  }
}

interface Location {
  row: number
  column: number
}

function readDiagnostic(found: WorkspaceDiagnostic, offsetOf: (location: Location) => number): RuffDiagnostic {
  const place = { start: offsetOf(found.start_location), end: offsetOf(found.end_location) }
  const diagnostic = { code: found.code ?? 'invalid-syntax', message: found.message, ...place }
  if (!found.fix) return diagnostic
  const edits = found.fix.edits.map((edit) => ({
    start: offsetOf(edit.location),
    end: offsetOf(edit.end_location),
    text: edit.content ?? '',
  }))
  return { ...diagnostic, fix: { title: found.fix.message ?? found.message, edits } }
}

function offsetsIn(source: string): (location: Location) => number {
  const starts = [0, ...Array.from(source.matchAll(/\r\n|\n|\r/g), (ending) => ending.index + ending[0].length)]
  return ({ row, column }) => Math.min((starts[row - 1] ?? source.length) + column - 1, source.length)
}
